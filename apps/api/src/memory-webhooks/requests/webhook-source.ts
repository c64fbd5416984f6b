import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { currentActor } from '../../platform/access/current-caller';
import { senderClock } from '../../platform/access/sender-clock';
import { isByHook, makingOf } from '@groupless/shared-dto';
import { writeSource, type WriteSource } from '../../platform/access/write-source';

/** Argument of a webhook's handler: the key's name if one was sent, whether a hook wrote, and the time of the sender's clock. */
export const WebhookSource = createParamDecorator((_: unknown, context: ExecutionContext): WriteSource => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { made } = (request.body ?? {}) as { made?: unknown };
  const isHook = isByHook(makingOf(made, String(request.headers['idempotency-key'] ?? '')));
  const { caller } = currentActor(context);
  return { ...writeSource(caller, isHook ? 'hook' : 'webhook'), ...senderClock(request) };
});
