import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { STREAMED_BODY } from '../common/bounded/streamed-body.decorator';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { type BodyLimits, readJsonBody, requireMediaType } from './json-body.reader';

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Reads bodies after the guards have let the caller in, so that strangers cannot make the service read or parse. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly limits: BodyLimits;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly reflector: Reflector,
  ) {
    this.limits = { maxBytes: config.http.bodyLimitBytes, timeoutMs: config.http.requestTimeoutMs };
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (METHODS_WITH_BODY.has(request.method)) {
      const streamed = this.reflector.get<string | undefined>(STREAMED_BODY, context.getHandler());
      if (streamed === undefined) request.body = await readJsonBody(request, this.limits);
      else requireMediaType(request, streamed);
    }
    return next.handle();
  }
}
