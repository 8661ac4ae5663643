/** Paths and URLs of the MCP endpoint and its metadata (RFC 9728). */
import type { Request } from 'express';

export const MCP_PATH = 'mcp';
export const METADATA_PATH = '.well-known/oauth-protected-resource';

/**
 * Returns the URL at which the client reaches `path`. The host comes from the header `Host`, or from the headers of a
 * trusted proxy. `basePath` is the path under which a proxy publishes the service.
 */
export function publicUrl(request: Request, basePath: string, path: string): string {
  return `${request.protocol}://${request.host ?? 'localhost'}${basePath}/${path}`;
}
