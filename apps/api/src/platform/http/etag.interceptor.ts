import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { Versioned } from './answer';

/** Sends the row of a `Versioned` with its version as the `ETag`, for `If-Match` and `If-None-Match`. */
export class EtagInterceptor implements NestInterceptor<unknown, unknown> {
  intercept(_: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(map((result) => (result instanceof Versioned ? result.toAnswer(200) : result)));
  }
}
