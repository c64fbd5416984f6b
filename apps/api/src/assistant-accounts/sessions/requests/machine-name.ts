import { isUtf8 } from 'node:buffer';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { LIMITS, type FieldErrorCode } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../shared/errors/app-error';

const HEADER = 'x-machine-name';
const { min, max } = LIMITS.machine_name;

/** The header `x-machine-name`: on which machine the session is read or was found. Null if absent. */
export const MachineName = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
  const [value, ...others] = raw.headersDistinct[HEADER] ?? [];
  if (value === undefined) return null;
  if (others.length > 0) throw refused('repeated', 'is given more than once');
  const name = utf8(value);
  const length = [...name].length;
  if (length < min) throw refused('too_short', `must have ${min} to ${max} characters`);
  if (length > max) throw refused('too_long', `must have ${min} to ${max} characters`);
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw refused('invalid_characters', 'must have no invisible characters');
  return name;
});

/** Documents the header. */
export function TakesMachineName(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: HEADER,
      required: false,
      description: 'The name of the machine. The account then says that this machine holds the session.',
      schema: { type: 'string', minLength: min, maxLength: max },
    }),
  );
}

/** Node reads headers byte by byte as Latin-1; clients write UTF-8. */
function utf8(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

function refused(code: FieldErrorCode, why: string) {
  return invalidRequest([{ field: HEADER, code, message: `${HEADER} ${why}.` }]);
}
