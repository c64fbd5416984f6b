import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  type ParamDecoratorEnhancer,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { LIMITS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';

/** The documentation of the optional headers that handlers read. */
const HEADERS = {
  'If-Match': {
    description:
      'The `ETag` of what was read. If it was changed meanwhile, the answer is 412 `version_mismatch` and nothing ' +
      'changes. Without the header the last writer wins.',
    schema: { type: 'string', example: '"7"' },
  },
  'x-machine-name': {
    description: 'The name of the machine that calls; percent-encoded where it has more than ASCII.',
    schema: { type: 'string', minLength: LIMITS.machine_name.min, maxLength: LIMITS.machine_name.max },
  },
  'x-machine-id': {
    description: 'A random text of the machine that calls, which tells apart two of one name.',
    schema: { type: 'string', minLength: LIMITS.machine_id.min, maxLength: LIMITS.machine_id.max },
  },
  'x-machine-holds': {
    description:
      '`false`: the machine only looks, and another one stays the holder. `true`: it becomes the holder, also where the ' +
      'answer is 304. Without the header a read makes it so.',
    schema: { type: 'string', minLength: 4, maxLength: 5, example: 'false' },
  },
  'If-None-Match': {
    description: 'The `ETag` of the answer before: 304 without a body if it is still right.',
    schema: { type: 'string', example: '"7"' },
  },
  'Idempotency-Key': {
    description: `Makes a repeat within ${LIMITS.idempotency_hours} hours answer the first result.`,
    schema: { type: 'string', minLength: LIMITS.outside_id.min, maxLength: LIMITS.outside_id.max },
  },
  'x-assistant-session': {
    description:
      'The id of the session of a coding assistant that calls. The panel then shows what the session was given and stored.',
    schema: { type: 'string', minLength: LIMITS.outside_id.min, maxLength: LIMITS.outside_id.max },
  },
  'x-assistant-project': {
    description:
      'The identity of the project in whose folder a coding assistant works, such as `github.com/ada/shop`. What names no ' +
      'project belongs to this one; one that is not known yet is made.',
    schema: {
      type: 'string',
      minLength: LIMITS.project_identity.min,
      maxLength: LIMITS.project_identity.max,
    },
  },
  'x-context-told': {
    description:
      'The marks that the briefs of a session that goes on gave it (`x-context-told` of the answers), by commas: a brief then has only what ' +
      'is new since, or one line where nothing is. JSON is as without it.',
    schema: { type: 'string', example: 'br.mhx3k2aa,st41.mhx3k2ab' },
  },
  'Last-Event-ID': {
    description: 'The `id` of the last event that arrived, from a reader who comes back.',
    schema: { type: 'string' },
  },
} as const;

export type DocumentedHeader = keyof typeof HEADERS;

const NOT_MODIFIED = { status: 304, description: '`If-None-Match` names what would be answered.' };

/** Documents an optional header of an operation. */
export function TakesHeader(name: DocumentedHeader): MethodDecorator {
  return applyDecorators(
    ApiHeader({ name, required: false, ...HEADERS[name] }),
    ...(name === 'If-None-Match' ? [ApiResponse(NOT_MODIFIED)] : []),
  );
}

/** For `createParamDecorator()`: documents the header wherever the argument is declared. */
export function documents(name: DocumentedHeader): ParamDecoratorEnhancer {
  return (prototype, method) => {
    if (method === undefined) return;
    const descriptor = Object.getOwnPropertyDescriptor(prototype, method);
    if (descriptor !== undefined) TakesHeader(name)(prototype, method, descriptor);
  };
}

/** Handler argument: an optional header. Nest's `@Headers()` would document it as required. */
export function OptionalHeader(name: DocumentedHeader): ParameterDecorator {
  return createParamDecorator(
    (_: unknown, context: ExecutionContext) =>
      context.switchToHttp().getRequest<FastifyRequest>().headers[name.toLowerCase()],
    [documents(name)],
  )();
}
