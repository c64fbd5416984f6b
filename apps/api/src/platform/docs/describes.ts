import { applyDecorators, Header } from '@nestjs/common';
import { ApiExtension, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { ErrorCode } from '@groupless/shared-dto';
import { TakesHeader } from '../http/headers/documented-header';

interface Description {
  /** One line, in the imperative. */
  summary: string;
  description?: string;
  /** The status of an answer beside that of the method (`@HttpCode`, else 201 of a POST and 200). */
  or?: 200 | 201 | 204;
  /** Whether a repeat with the same `Idempotency-Key` answers the row that the first request made. */
  once?: boolean;
  /** That it goes, and what takes its place. */
  goes?: Farewell;
  /** The media type of an answer that is text. */
  text?: string;
  /** The operation's own error codes. Those of its policy and its input are added. */
  problems?: readonly ErrorCode[];
  /** Whether a 200 answer has an `ETag` for `If-None-Match`. */
  tagged?: boolean;
  /** Whether it works without a database. */
  offline?: boolean;
}

/** Each stands in `docs/api-changes.md`, too. */
export interface Farewell {
  /** The day from which it should not be used, such as 2026-12-01, in UTC. */
  since: string;
  /** The day from which it may be gone. */
  until: string;
  /** `PATCH /api/resources/:id` */
  instead: string;
}

const REPEATED = 'A repeat with the same `Idempotency-Key` answers the first one with status 200.';
const ONCE = ['idempotency_key_reused', 'unfilled_placeholder'] as const satisfies ErrorCode[];

/** The OpenAPI extension that passes an operation's error codes to `openapi.ts`. */
export const PROBLEMS = 'x-problems';
/** The one that passes what the method's return type does not say of its answers. */
export const ANSWERED = 'x-answered';

export type Answered = Pick<Description, 'or' | 'tagged'>;

/** Documents an operation. What it answers, its return type says. */
export function Describes({
  summary,
  description,
  once = false,
  or = once ? 200 : undefined,
  goes,
  text,
  problems = [],
  tagged = false,
  offline = false,
}: Description): MethodDecorator {
  const end = goes && `Ends on ${goes.until}: use \`${goes.instead}\`.`;
  const told = [description, once ? REPEATED : undefined, end].filter((part) => part !== undefined).join(' ');
  const answered: Answered = { tagged, ...(or !== undefined && { or }) };
  return applyDecorators(
    ApiOperation({
      summary,
      ...(told === '' ? {} : { description: told }),
      ...(goes !== undefined && { deprecated: true }),
    }),
    ApiExtension(PROBLEMS, [
      ...problems,
      ...(once ? ONCE : []),
      ...(offline ? [] : (['database_unavailable'] as const)),
    ]),
    ApiExtension(ANSWERED, answered),
    ...(text === undefined
      ? []
      : [ApiOkResponse({ description: 'Done', content: { [text]: { schema: { type: 'string' } } } })]),
    ...(tagged ? [TakesHeader('If-None-Match')] : []),
    ...(goes === undefined ? [] : farewell(goes)),
  );
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) on what it answers. */
function farewell({ since, until }: Farewell): MethodDecorator[] {
  return [
    Header('Deprecation', `@${Date.parse(since) / 1_000}`),
    Header('Sunset', new Date(until).toUTCString()),
  ];
}
