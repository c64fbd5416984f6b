import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiExtension,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import type { ErrorCode } from '@groupless/shared-dto';
import { TakesHeader } from '../http/headers/documented-header';

interface Description {
  /** One line, in the imperative. */
  summary: string;
  description?: string;
  /** The class of a 200 answer; in brackets for an array of them; `nothing` for a 204. */
  answers?: Type | [Type] | 'nothing';
  /** Whether there is a 204 beside the 200 answer. */
  or_nothing?: boolean;
  /** The class of a 201 answer. */
  creates?: Type;
  /** The class of a 202 answer. */
  accepts?: Type;
  /** The operation's own error codes. Those of its policy and its input are added. */
  problems?: readonly ErrorCode[];
  /** Whether a 200 answer has an `ETag` for `If-None-Match`. */
  tagged?: boolean;
  /** Whether it works without a database. */
  offline?: boolean;
}

/** The OpenAPI extension that passes an operation's error codes to `openapi.ts`. */
export const PROBLEMS = 'x-problems';

/** Documents an operation. */
export function Describes({
  summary,
  description,
  answers,
  or_nothing = false,
  creates,
  accepts,
  problems = [],
  tagged = false,
  offline = false,
}: Description): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary, ...(description === undefined ? {} : { description }) }),
    ApiExtension(PROBLEMS, offline ? problems : [...problems, 'database_unavailable']),
    ...(answers === undefined ? [] : [answered(answers, tagged)]),
    ...(or_nothing ? [answered('nothing', false)] : []),
    ...(tagged ? [TakesHeader('If-None-Match')] : []),
    ...(accepts === undefined ? [] : [ApiAcceptedResponse({ type: accepts, description: 'Accepted' })]),
    ...(creates === undefined ? [] : [ApiCreatedResponse({ type: creates, description: 'Made' })]),
  );
}

function answered(answers: Type | [Type] | 'nothing', tagged: boolean): MethodDecorator {
  if (answers === 'nothing') return ApiNoContentResponse({ description: 'Done' });
  return ApiOkResponse({ type: answers, description: 'Done', ...(tagged && { headers: { ETag } }) });
}

const ETag = { description: 'For `If-None-Match` and `If-Match`.', schema: { type: 'string' as const } };
