import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { documents } from '../http/headers/documented-header';
import { readTextHeader } from '../http/headers/text-header';
import { currentActor } from './current-caller';

/** The session of a coding assistant that calls. */
export interface AssistantSessionCaller {
  session_id: string;
  machine: string | null;
  /** The name of its key; null: the route asked for none. */
  by: string | null;
}

/** Argument of a handler: which session of an assistant calls, as its headers say; null if they do not. */
export const CallingSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): AssistantSessionCaller | null => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const session_id = readTextHeader(request, 'x-assistant-session', LIMITS.outside_id);
    if (session_id === null) return null;
    const { caller } = currentActor(context);
    return {
      session_id,
      machine: readTextHeader(request, 'x-machine-name', LIMITS.machine_name),
      by: caller?.kind === 'key' ? caller.name : null,
    };
  },
  [documents('x-assistant-session'), documents('x-machine-name')],
);

/** Argument of a handler: the identity of the project in whose folder an assistant works; null if nobody says it. */
export const ProjectAtHand = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    readTextHeader(
      context.switchToHttp().getRequest<FastifyRequest>(),
      'x-assistant-project',
      LIMITS.project_identity,
    ),
  [documents('x-assistant-project')],
);
