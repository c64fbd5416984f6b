import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { LIMITS } from '@groupless/shared-dto';
import { invalidHeader, readTextHeader } from '../../../platform/http/headers/text-header';

const HEADER = 'x-machine-name';
const { min, max } = LIMITS.machine_name;

/** The header `x-machine-name`: on which machine the session is read or was found. Null if absent. */
export const MachineName = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const name = readTextHeader(context.switchToHttp().getRequest(), HEADER, { min, max });
  if (name !== null && /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw invalidHeader(HEADER, 'invalid_characters', 'must have no invisible characters');
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
