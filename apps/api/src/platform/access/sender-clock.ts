import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { WriteSource } from './write-source';

/** Handler argument: what the clock of the sender says, by the header `Date`. */
export const SenderClock = createParamDecorator((_: unknown, context: ExecutionContext) =>
  senderClock(context.switchToHttp().getRequest()),
);

export function senderClock({ headers }: FastifyRequest): Pick<WriteSource, 'sent_ms'> {
  const sent_ms = Date.parse(headers.date ?? '');
  return Number.isNaN(sent_ms) ? {} : { sent_ms };
}
