import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isUnfilledPlaceholder, LIMITS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { documents } from '../http/headers/documented-header';
import { readTextHeader } from '../http/headers/text-header';
import { machineOf } from './calling-machine';
import { currentActor } from './current-caller';

/** The calling session of a coding assistant. */
export interface AssistantSessionCaller {
  session_id: string;
  machine: string | null;
  /** The name of its key; null: the route needs none. */
  by: string | null;
  /** Its id. */
  writer_id: string | null;
}

/** Handler argument: the calling session of an assistant, from its headers; null if they name none. A placeholder names none. */
export const CallingSession = createParamDecorator(
  (_: unknown, context: ExecutionContext): AssistantSessionCaller | null => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const session_id = readTextHeader(request, 'x-assistant-session', LIMITS.outside_id);
    if (session_id === null || isUnfilledPlaceholder(session_id)) return null;
    const { caller } = currentActor(context);
    return {
      session_id,
      machine: machineOf(request)?.name ?? null,
      by: caller?.kind === 'key' ? caller.name : null,
      writer_id: caller?.kind === 'key' ? caller.id : null,
    };
  },
  [documents('x-assistant-session'), documents('x-machine-name'), documents('x-machine-id')],
);

/** Handler argument: the identity of the project in whose folder an assistant works, from its header, or null. */
export const ProjectAtHand = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const project = readTextHeader(request, 'x-assistant-project', LIMITS.project_identity);
    return project !== null && isUnfilledPlaceholder(project) ? null : project;
  },
  [documents('x-assistant-project')],
);
