export { type ClientOptions, createClient, type IntelligenceClient, type OperationMethods } from './client.ts';
export type { components, operations, paths } from './generated/api.ts';
export type { Answer, CallOptions, Input, OperationName, PagedOperation } from './operation-types.ts';
export { type Problem, type ProblemCode, ProblemError } from './problem.ts';
export type { RetryOptions, Send } from './retries.ts';
export type { Credentials } from './session.ts';
