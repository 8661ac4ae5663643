import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';
import type { AuthenticatedRequest } from '../authenticated-request';

/**
 * Holds the shares of a request until its handler has finished. Otherwise, a caller who disconnects early could have
 * any number of requests in progress. If the shares are already released, throws `ClientGoneError`.
 */
@Injectable()
export class FairShareInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const release = context.switchToHttp().getRequest<AuthenticatedRequest>().share?.hold();
    return release === undefined ? next.handle() : next.handle().pipe(finalize(release));
  }
}
