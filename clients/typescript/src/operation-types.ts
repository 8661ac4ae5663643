/** Types of the calls, derived from the generated types of the operations. */
import type { operations } from './generated/api.ts';

/** The name of an operation, such as `searchCandidates`. */
export type OperationName = keyof operations;

/** The part `Name` of the parameters, required or optional. It is `unknown` if the operation has no such part. */
type Field<Parts, Name extends string> = Parts extends { [Key in Name]: infer Value }
  ? { [Key in Name]: Value }
  : Parts extends { [Key in Name]?: infer Value }
    ? [NonNullable<Value>] extends [never]
      ? unknown
      : { [Key in Name]?: NonNullable<Value> }
    : unknown;

type Body<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : Operation extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] }
    : unknown;

type SuccessResponse<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202 | 204)]
  : never;

type ContentOf<Response, MediaType extends string> = Response extends {
  content: { [Key in MediaType]: infer Content };
}
  ? Content
  : undefined;

/** Options of every call, in addition to the parameters of its operation. */
export interface CallOptions {
  /** Further headers, such as `X-Min-Revision`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
}

/** The input of a call: its options, and those of `path`, `query` and `body` that the operation has. */
export type Input<Name extends OperationName> = Field<operations[Name]['parameters'], 'path'> &
  Field<operations[Name]['parameters'], 'query'> &
  Body<operations[Name]> &
  CallOptions;

/** The JSON answer of an operation; undefined for an answer without a body. */
export type Answer<Name extends OperationName> = ContentOf<SuccessResponse<operations[Name]>, 'application/json'>;

/** The arguments of a call; none are needed if all parameters are optional. */
export type Arguments<Name extends OperationName> =
  CallOptions extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** Operations whose answer is a page of a list. */
export type PagedOperation = {
  [Name in OperationName]: Answer<Name> extends { page: { next_cursor: string | null } } ? Name : never;
}[OperationName];

/** Operations that also answer with Markdown. */
export type MarkdownOperation = {
  [Name in OperationName]: string extends ContentOf<SuccessResponse<operations[Name]>, 'text/markdown'> ? Name : never;
}[OperationName];
