import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { resolveCaps, type RequestedSizes } from '../paging/caps';
import type { EffectiveCaps } from '../paging/cap-table';
import { ServiceLogger } from '../logging/service-logger';
import { type DetailedRequest, findLevel } from '../response-detail/detail-levels';
import { ANSWERS, type AnswersDeclaration } from './answers.decorator';
import { boundValue, noCuts } from './bound-value';
import { BoundsStatistics } from './bounds-statistics';

const DEFAULT_CAPS: Readonly<EffectiveCaps> = Object.freeze(resolveCaps());

/**
 * Enforces the declared bounds on every response, and strict default bounds on undeclared fields. Services must return
 * answers within these bounds, so the interceptor logs a warning for each answer that it truncates.
 */
@Injectable()
export class BoundingInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly statistics: BoundsStatistics,
    private readonly logger: ServiceLogger,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const answers = this.reflector.get<AnswersDeclaration | undefined>(ANSWERS, context.getHandler());
    return next.handle().pipe(map((value: unknown) => this.bound(value, answers, context)));
  }

  private bound(value: unknown, answers: AnswersDeclaration | undefined, context: ExecutionContext): unknown {
    if (value === undefined || value === null || value instanceof StreamableFile) return value;
    const cuts = noCuts();
    const bounded = boundValue(value, answers?.type ?? null, capsOf(context.switchToHttp().getRequest()), cuts);
    if (cuts.lists + cuts.texts > 0) {
      this.statistics.lists += cuts.lists;
      this.statistics.texts += cuts.texts;
      const handler = `${context.getClass().name}.${context.getHandler().name}`;
      this.logger.pino.warn({ handler, ...cuts, fields: [...cuts.fields] }, 'An answer exceeded its bounds');
    }
    return bounded;
  }
}

/** Returns the caps of a validated request. Validation ensures that the caps are integers. */
function capsOf(request: DetailedRequest & { readonly body?: RequestedSizes }): Readonly<EffectiveCaps> {
  const caps = request.body?.caps;
  const detail = findLevel(request);
  return caps === undefined && detail === undefined ? DEFAULT_CAPS : resolveCaps(caps, detail);
}
