import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { AuthGuard } from '../auth/auth.guard';
import { FairShareInterceptor } from '../auth/limits/fair-share.interceptor';
import { OwnershipGuard } from '../auth/ownership/ownership.guard';
import { RightsGuard } from '../auth/rights.guard';
import { BoundingInterceptor } from '../common/response-bounds/bounding.interceptor';
import { PackingInterceptor } from '../common/response-budget/packing.interceptor';
import { JsonBodyInterceptor } from './body/json-body.interceptor';
import { ApiDescription } from './openapi/api-description';
import { ProblemFilter } from './problem.filter';
import { QueryGuard } from './validation/query.guard';
import { RequestValidationPipe } from './validation/request-validation.pipe';

/**
 * All global guards, interceptors, pipes and filters, in the order in which Nest runs them.
 * - The guards run before the body is read.
 * - `FairShareInterceptor` is the outermost interceptor, so a request holds its shares until its end.
 * - An answer passes the interceptors in the reverse order. After the bounding interceptor, only the packing
 *   interceptor changes the answer: it leaves out parts and writes the requested format.
 */
@Module({
  providers: [
    { provide: APP_GUARD, useExisting: AuthGuard },
    { provide: APP_GUARD, useExisting: RightsGuard },
    { provide: APP_GUARD, useExisting: OwnershipGuard },
    { provide: APP_GUARD, useClass: QueryGuard },
    { provide: APP_INTERCEPTOR, useClass: FairShareInterceptor },
    { provide: APP_INTERCEPTOR, useClass: PackingInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BoundingInterceptor },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
    { provide: APP_PIPE, useClass: RequestValidationPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
    ApiDescription,
  ],
  exports: [ApiDescription],
})
export class HttpModule {}
