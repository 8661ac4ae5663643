/** Where clients learn how to get access to the MCP endpoint (RFC 9728). */
import type { Request } from 'express';

export const MCP_PATH = 'mcp';
export const METADATA_PATH = '.well-known/oauth-protected-resource';

/**
 * The URL of a path as the client sees the service: by the header `Host`, or by the headers of a trusted proxy.
 * `basePath` is the path under which a proxy publishes the service.
 */
export function publicUrl(request: Request, basePath: string, path: string): string {
  return `${request.protocol}://${request.host ?? 'localhost'}${basePath}/${path}`;
}
