import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsIn, IsString, Length } from 'class-validator';
import { ISSUERS_MAX } from '../common/config/settings/issuer-values';
import { Capped } from '../common/response-bounds/bounded.decorators';
import { IsAbsentOr } from '../common/dto/bounded-request.dto';
import { TOOL_FORMATS, type ToolFormat } from './tools/tool-formats';
import { TOOLS } from './tools/tool-list';

const METHOD_MAX_CHARS = 128;
/** Maximum number of accepted issuers: the one in `JWT_ISSUER`, and those in `OIDC_ISSUER`. */
const ACCEPTED_ISSUERS_MAX = ISSUERS_MAX + 1;
const ANY_OBJECT = { type: 'object', additionalProperties: true } as const;
const ID = { oneOf: [{ type: 'string' }, { type: 'integer' }] };

/** A message of the Model Context Protocol: a JSON-RPC request, or a notification without an id. */
export class McpMessage {
  /** Version of JSON-RPC. */
  @IsIn(['2.0'])
  @ApiProperty({ enum: ['2.0'] })
  jsonrpc: '2.0';

  /** Name of the method, such as `initialize`, `tools/list` or `tools/call`. */
  @IsString()
  @Length(1, METHOD_MAX_CHARS)
  method: string;

  /** Id of a request; absent for a notification. */
  @Allow()
  @ApiProperty({ ...ID, required: false })
  id?: unknown;

  /** Parameters of the method. */
  @Allow()
  @ApiProperty({ ...ANY_OBJECT, selfRequired: false })
  params?: unknown;
}

/** The answer to a request: a result or an error of JSON-RPC. */
export class McpAnswer {
  /** Version of JSON-RPC. */
  @ApiProperty({ enum: ['2.0'] })
  jsonrpc: '2.0';

  /** The id of the request. */
  @ApiProperty({ ...ID })
  id: string | number;

  /** Result of the method. */
  @ApiProperty({ ...ANY_OBJECT, selfRequired: false })
  result?: object;

  /** Why the method failed: a code and a message. */
  @ApiProperty({ ...ANY_OBJECT, selfRequired: false })
  error?: object;
}

/** The format of tool definitions. */
export class ToolsQuery {
  /**
   * `openai`: functions of the Responses API; `anthropic`: tools of the Messages API; `json-schema`: name, title,
   * description and schema. Default: `json-schema`.
   */
  @IsAbsentOr()
  @IsIn(TOOL_FORMATS)
  @ApiProperty({ enum: TOOL_FORMATS, required: false })
  format?: ToolFormat;
}

/** Tool definitions for function calling. */
export class ToolsResponse {
  /** The format of the definitions. */
  @ApiProperty({ enum: TOOL_FORMATS })
  format: ToolFormat;

  /** The tools that the caller may use. */
  @ApiProperty({ type: 'array', items: ANY_OBJECT })
  @Capped(TOOLS.length)
  tools: object[];
}

/** Metadata of the MCP endpoint as a protected resource (RFC 9728). */
export class ProtectedResource {
  /** URL of the MCP endpoint. */
  resource: string;

  /** Name of the service, for people. */
  resource_name: string;

  /** Issuers whose tokens are accepted. Absent if all accounts are local: their tokens come from `POST /auth/login`. */
  @Capped(ACCEPTED_ISSUERS_MAX)
  @ApiProperty({ type: 'array', items: { type: 'string' }, maxItems: ACCEPTED_ISSUERS_MAX, required: false })
  authorization_servers?: string[];

  /** Ways to send the token: only `header`, which means the header `Authorization`. */
  @Capped(1)
  bearer_methods_supported: string[];

  /** URL of the page with the API description. */
  resource_documentation: string;
}
