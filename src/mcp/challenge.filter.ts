import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from '../common/problems/problem';
import { ProblemFilter } from '../http/problem.filter';
import { MCP_PATH, METADATA_PATH, publicUrl } from './protected-resource';

/**
 * Adds the URL of the MCP endpoint's metadata (RFC 9728) to the header `WWW-Authenticate` of a 401 answer, as the MCP
 * specification requires.
 */
@Injectable()
@Catch()
export class ChallengeFilter extends ProblemFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(error instanceof Problem && error.code === 'unauthorized' ? this.challenge(error, host) : error, host);
  }

  private challenge({ headers, reason }: Problem, host: ArgumentsHost): Problem {
    const request = host.switchToHttp().getRequest<Request>();
    const url = publicUrl(request, this.basePath, `${METADATA_PATH}/${MCP_PATH}`);
    const challenge = headers?.['WWW-Authenticate'] ?? 'Bearer';
    const separator = challenge.includes('=') ? ', ' : ' ';
    return new Problem('unauthorized', {
      headers: { 'WWW-Authenticate': `${challenge}${separator}resource_metadata="${url}"` },
      reason,
    });
  }
}
