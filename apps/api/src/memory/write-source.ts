import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { WriteWay } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { currentActor } from '../shared/access/current-caller';
import type { Actor, KnownActor } from '../shared/access/caller';

/** Who writes a row of the memory, and by which way. Stored with the row and with its versions. */
export interface WriteSource {
  /** The user's or the key's name, as it is now. Null: unknown. */
  by: string | null;
  through: WriteWay;
}

/** A change that a request to `/api` makes: by a user in the panel, or by a key. */
export function sourceOf({ caller }: KnownActor): WriteSource {
  return { by: caller.name, through: caller.kind === 'user' ? 'panel' : 'api' };
}

/** The columns that keep it. */
export function written({ by, through }: WriteSource): {
  written_by: string | null;
  written_through: WriteWay;
} {
  return { written_by: by, written_through: through };
}

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
