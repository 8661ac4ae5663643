import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';
import type { AuthenticatedRequest } from '../authenticated-request';

/**
 * Keeps the place of a request until its work is done. Otherwise a caller who gives up requests at once could have any
 * number of them under way.
 */
@Injectable()
export class FairShareInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const release = context.switchToHttp().getRequest<AuthenticatedRequest>().share?.hold();
    return release === undefined ? next.handle() : next.handle().pipe(finalize(release));
  }
}
