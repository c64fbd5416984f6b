import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../shared/access/caller';
import { currentActor } from '../../shared/access/current-caller';
import type { WriteSource } from '../../shared/access/write-source';

/** The keys with which hooks of coding assistants store summaries: `<session id>:compact:<n>` or `:end:<n>`. */
const KEY_OF_HOOK = /:(?:compact|end):\d+$/;

/** Argument of a webhook's handler: the key's name if one was sent, and whether a hook wrote. */
export const WebhookSource = createParamDecorator((_: unknown, context: ExecutionContext): WriteSource => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  const isHook = KEY_OF_HOOK.test(String(headers['idempotency-key'] ?? ''));
  return { by: nameOf(currentActor(context)), through: isHook ? 'hook' : 'webhook' };
});

function nameOf({ caller }: Actor): string | null {
  return caller?.kind === 'key' ? caller.name : null;
}
