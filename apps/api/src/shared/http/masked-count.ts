import {
  applyDecorators,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Observable, tap } from 'rxjs';

/** The OpenAPI extension by which `openapi.ts` knows the operations with this header. */
export const TELLS_MASKED = 'x-tells-masked';
export const MASKED_HEADER = 'x-memory-masked';

/** How many secrets were masked for the present request. */
const counts = new AsyncLocalStorage<{ masked: number }>();

export function noteMasked(secrets: number): void {
  const count = counts.getStore();
  if (count !== undefined) count.masked += secrets;
}

@Injectable()
class MaskedCountInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const count = { masked: 0 };
    const tell = () => {
      if (count.masked > 0) void reply.header(MASKED_HEADER, count.masked);
    };
    return new Observable<unknown>((subscriber) =>
      counts.run(count, () =>
        next
          .handle()
          .pipe(tap({ next: tell, error: tell }))
          .subscribe(subscriber),
      ),
    );
  }
}

/** The answer says in `x-memory-masked` how many secrets were masked, if there were any. */
export function TellsMasked(): MethodDecorator {
  return applyDecorators(UseInterceptors(MaskedCountInterceptor), ApiExtension(TELLS_MASKED, true));
}
