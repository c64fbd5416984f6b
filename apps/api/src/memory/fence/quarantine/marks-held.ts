import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { PageDto, QuarantineKind } from '@groupless/shared-dto';
import { mergeMap, type Observable } from 'rxjs';
import { QuarantineService } from './quarantine.service';

const KIND = 'quarantine:kind';

/** Marks the rows of a page that the quarantine holds: `held: true`. */
export function MarksHeld(kind: QuarantineKind): MethodDecorator {
  return applyDecorators(SetMetadata(KIND, kind), UseInterceptors(HeldMarks));
}

@Injectable()
class HeldMarks implements NestInterceptor<PageDto<{ id: number }>> {
  constructor(
    private readonly quarantine: QuarantineService,
    private readonly reflector: Reflector,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<PageDto<{ id: number }>>,
  ): Observable<PageDto<{ id: number; held?: true }>> {
    const kind = this.reflector.get<QuarantineKind>(KIND, context.getHandler());
    return next.handle().pipe(
      mergeMap(async (page) => {
        const ids = page.items.map(({ id }) => id);
        const held = new Set(await this.quarantine.listHeld(kind, ids));
        return {
          ...page,
          items: page.items.map((row) => (held.has(row.id) ? { ...row, held: true as const } : row)),
        };
      }),
    );
  }
}
