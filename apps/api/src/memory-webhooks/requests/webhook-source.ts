import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { currentActor } from '../../platform/access/current-caller';
import { senderClock } from '../../platform/access/sender-clock';
import { writeSource, type WriteSource } from '../../platform/access/write-source';

/** The keys with which hooks of coding assistants store summaries: `<session id>:compact:<n>` or `:end:<n>`. */
const KEY_OF_HOOK = /:(?:compact|end):\d+$/;

/** Argument of a webhook's handler: the key's name if one was sent, whether a hook wrote, and the time of the sender's clock. */
export const WebhookSource = createParamDecorator((_: unknown, context: ExecutionContext): WriteSource => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const isHook = KEY_OF_HOOK.test(String(request.headers['idempotency-key'] ?? ''));
  const { caller } = currentActor(context);
  return { ...writeSource(caller, isHook ? 'hook' : 'webhook'), ...senderClock(request) };
});
