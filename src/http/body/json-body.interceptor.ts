import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { COST_CLASS } from '../../auth/auth.decorators';
import { type CostClass, COSTS } from '../../auth/limits/cost-classes';
import { LARGE_BODY, SMALL_BODY_MAX_BYTES, STREAMED_BODY } from '../../common/request-body/body.decorators';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { requestContext } from '../../common/request-context';
import { WorkThreads } from '../../common/processes/work-threads';
import { type BodyLimits, readJsonBody, requireMediaType } from './json-body.reader';

const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Reads the body of a request, unless its route streams it. Then starts the time budget of the request. Runs after the
 * guards, so that the service does not read the body of a refused request.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly reflector: Reflector,
    private readonly threads: WorkThreads,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const handler = context.getHandler();
    if (METHODS_WITH_BODY.has(request.method)) {
      const streamedType = this.reflector.get<string | undefined>(STREAMED_BODY, handler);
      if (streamedType !== undefined) requireMediaType(request, streamedType);
      else request.body = await readJsonBody(request, this.limitsOf(handler), this.threads);
    }
    this.startBudget(context);
    return next.handle();
  }

  private limitsOf(handler: Parameters<Reflector['get']>[1]): BodyLimits {
    const { bodyLimitBytes, requestTimeoutMs: timeoutMs } = this.config.http;
    const opaqueFields = this.reflector.get<readonly string[] | undefined>(LARGE_BODY, handler);
    if (opaqueFields !== undefined) return { maxBytes: bodyLimitBytes, timeoutMs, opaqueFields };
    return { maxBytes: Math.min(SMALL_BODY_MAX_BYTES, bodyLimitBytes), timeoutMs, opaqueFields: [] };
  }

  /** Starts the time budget, unless the cost class has none. Receiving a body has its own time limit. */
  private startBudget(context: ExecutionContext): void {
    const targets = [context.getHandler(), context.getClass()];
    const cost = this.reflector.getAllAndOverride<CostClass | undefined>(COST_CLASS, targets) ?? 'read';
    const { budgetFactor } = COSTS[cost];
    if (budgetFactor === null) return;
    requestContext.getStore()?.startBudget(budgetFactor * this.config.limits.requestBudgetMs);
  }
}
