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
import { RequestValidationPipe } from './validation/request-validation.pipe';

/**
 * Everything global that a request passes, in the order in which Nest runs it: the guards, then the interceptors, then
 * the pipe. The body is read only after the guards have let the caller in. The place of a request among those of its
 * caller is kept around all of it. The bounding interceptor is outside of those that make an answer, so that none of them
 * touches it afterwards; only the packing interceptor, which leaves parts of it out, is outside of it. The filter turns
 * whatever any of them throws into a problem document.
 */
@Module({
  providers: [
    { provide: APP_GUARD, useExisting: AuthGuard },
    { provide: APP_GUARD, useExisting: RightsGuard },
    { provide: APP_GUARD, useExisting: OwnershipGuard },
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
