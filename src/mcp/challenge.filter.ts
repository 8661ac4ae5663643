import { type ArgumentsHost, Catch, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { ServiceLogger } from '../common/logging/service-logger';
import { Problem } from '../common/problems/problem';
import { ProblemFilter } from '../http/problem.filter';
import { MCP_PATH, METADATA_PATH, publicUrl } from './protected-resource';

/** Adds the address of the metadata to the challenge of a refused token, as the MCP specification requires. */
@Injectable()
@Catch()
export class ChallengeFilter extends ProblemFilter {
  private readonly publicPath: string;

  constructor(logger: ServiceLogger, @Inject(CONFIG) config: Config) {
    super(logger, config);
    this.publicPath = config.http.basePath;
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(error instanceof Problem && error.code === 'unauthorized' ? this.challenge(error, host) : error, host);
  }

  private challenge({ headers, reason }: Problem, host: ArgumentsHost): Problem {
    const request = host.switchToHttp().getRequest<Request>();
    const url = publicUrl(request, this.publicPath, `${METADATA_PATH}/${MCP_PATH}`);
    const challenge = headers?.['WWW-Authenticate'] ?? 'Bearer';
    const separator = challenge.includes('=') ? ', ' : ' ';
    return new Problem('unauthorized', {
      headers: { 'WWW-Authenticate': `${challenge}${separator}resource_metadata="${url}"` },
      reason,
    });
  }
}
