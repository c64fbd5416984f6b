import type { ResponsesObject, SchemaObject } from './openapi-types';
import {
  ERROR_CODES,
  FIELD_ERROR_CODES,
  SERIES_CONFLICT_CODES,
  type ErrorCode,
  type ProblemDto,
} from '@groupless/shared-dto';
import { AppError } from '../errors/app-error';
import { ERROR_CATALOGUE } from '../errors/catalogue';
import { toProblem } from '../errors/problem';

const SCHEMA_REF = { $ref: '#/components/schemas/Problem' };
const EXAMPLE_ID = '0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f11';

const properties: Record<keyof ProblemDto, SchemaObject> = {
  type: { type: 'string', format: 'uri' },
  title: { type: 'string' },
  status: { type: 'integer' },
  detail: { type: 'string' },
  instance: { type: 'string', format: 'uri', description: 'urn:uuid: and the request id.' },
  code: { type: 'string', enum: [...ERROR_CODES] },
  errors: {
    type: 'array',
    description: 'With status 400: each field that was refused.',
    items: {
      type: 'object',
      required: ['field', 'code', 'message'],
      properties: {
        field: { type: 'string' },
        code: { type: 'string', enum: [...FIELD_ERROR_CODES] },
        message: { type: 'string' },
      },
    },
  },
  suggestions: { type: 'array', description: 'Close matches of a name or text.', items: { type: 'string' } },
  allowed: {
    type: 'array',
    description:
      'With `invalid_transition`: what the status may become. With `unknown_resource` and `unknown_service`: the names of the settings.',
    items: { type: 'string' },
  },
  alternatives: {
    type: 'array',
    description: 'With `slot_taken`, `busy` and `outside_hours`: free times near the one that was asked for.',
    items: {
      type: 'object',
      required: ['starts_at', 'ends_at', 'local_starts_at', 'local_ends_at', 'resource'],
      properties: {
        starts_at: { type: 'string', format: 'date-time' },
        ends_at: { type: 'string', format: 'date-time' },
        local_starts_at: { type: 'string', description: 'In the time zone of the settings.' },
        local_ends_at: { type: 'string' },
        resource: { type: 'string', description: 'Who or what is free then.' },
      },
    },
  },
  busy: {
    type: 'array',
    description: 'With `busy`: the blocks and the busy times of calendars that are in the way.',
    items: {
      type: 'object',
      properties: {
        resource: { type: ['string', 'null'] },
        starts_at: { type: 'string', format: 'date-time' },
        ends_at: { type: 'string', format: 'date-time' },
        title: { type: ['string', 'null'] },
        calendar_id: { type: ['string', 'null'], format: 'uuid' },
        block_id: { type: ['string', 'null'], format: 'uuid' },
      },
    },
  },
  conflicts: {
    type: 'array',
    description: 'With `series_conflicts`: which of the series cannot be at their times, and why.',
    items: {
      type: 'object',
      properties: {
        starts_at: { type: 'string', format: 'date-time' },
        code: { type: 'string', enum: [...SERIES_CONFLICT_CODES] },
      },
    },
  },
  current: {
    type: ['object', 'null'],
    description: 'With `changed_since`: the row as it stands now; null: it is not there.',
  },
  tasks: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        project_id: { type: ['integer', 'null'] },
        project: { type: ['string', 'null'] },
        task: { type: 'string' },
      },
    },
    description:
      'With `task_ambiguous`: the pending tasks with that text; `id` or `project` says which is meant.',
  },
  coming: {
    type: 'integer',
    description: 'With `appointments_affected` and `resource_in_use`: how many appointments are to come.',
  },
  resource: { type: 'string', description: 'With `resource_in_use`: the one that has them.' },
  first: {
    type: 'array',
    description: 'With `resource_in_use`: when the first of them begin.',
    items: { type: 'string', format: 'date-time' },
  },
  recent: {
    type: 'array',
    description:
      'With `resource_in_use` of settings without `If-Match`: what others made or renamed within the hour, and would go.',
    items: { type: 'string' },
  },
  appointment_id: {
    type: 'string',
    format: 'uuid',
    description:
      'With `appointment_cancelled` and `external_id_reused`: the appointment that was booked with this `external_id`.',
  },
  merged_into: {
    type: 'string',
    format: 'uuid',
    description: 'With `not_found` for a client that was merged: the client that was kept.',
  },
  client_ids: {
    type: 'array',
    description: 'With `duplicate_client`: who has this phone or email.',
    items: { type: 'string', format: 'uuid' },
  },
  id: {
    type: 'string',
    format: 'uuid',
    description: 'With `taken_by`: the colleague who has the conversation.',
  },
  name: { type: 'string', description: 'With `taken_by`: the colleague’s name.' },
  since: { type: 'string', format: 'date-time', description: 'With `taken_by`: since when.' },
  replies: {
    type: 'array',
    description: 'With `reply_undelivered`: the replies that no agent has confirmed.',
    items: {
      type: 'object',
      required: ['id', 'since', 'sending'],
      properties: {
        id: { type: 'integer' },
        since: { type: 'string', format: 'date-time', description: 'When it was written.' },
        sending: { type: 'boolean', description: 'Whether an agent has got it: the customer may have it.' },
      },
    },
  },
  required: {
    type: 'array',
    description: 'With `forbidden`: the roles and scopes of which one is needed.',
    items: { type: 'string' },
  },
  held: {
    type: 'array',
    description: 'With `forbidden`: the role or the scopes of the credential.',
    items: { type: 'string' },
  },
};

/** The OpenAPI schema of `ProblemDto`. */
export const PROBLEM_SCHEMA: SchemaObject = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
  properties,
};

/** One response for each status, with an example for each code, and a default. */
export function problemResponses(codes: readonly ErrorCode[]): ResponsesObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERROR_CATALOGUE[code].status);
  const responses: ResponsesObject = {};
  for (const [status, group] of byStatus) {
    responses[status] = {
      description: group.map((code) => `\`${code}\``).join(', '),
      content: {
        'application/problem+json': {
          schema: SCHEMA_REF,
          examples: Object.fromEntries(group.map((code) => [code, { value: exampleProblem(code) }])),
        },
      },
    };
  }
  responses['default'] = {
    description: 'Any other refusal.',
    content: { 'application/problem+json': { schema: SCHEMA_REF } },
  };
  return responses;
}

function exampleProblem(code: ErrorCode): ProblemDto {
  return toProblem(new AppError(code, ERROR_CATALOGUE[code].title + '.'), EXAMPLE_ID);
}
