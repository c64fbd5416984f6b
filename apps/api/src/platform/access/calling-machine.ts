import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { documents } from '../http/headers/documented-header';
import { invalidHeader, readTextHeader } from '../http/headers/text-header';
import { codePoints } from '../validation/lengths';

/** The machine on which a caller's program runs. */
export interface CallingMachine {
  /** What it is called; two may be called alike. */
  name: string;
  /** A random text that its log-in made; null: not told. */
  id: string | null;
}

const NAME = 'x-machine-name';
const ID = 'x-machine-id';
const HOLDS = 'x-machine-holds';
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Handler argument: the machine of the caller, from its headers; null if they name none. */
export const CurrentMachine = createParamDecorator(
  (_: unknown, context: ExecutionContext): CallingMachine | null =>
    machineOf(context.switchToHttp().getRequest()),
  [documents(NAME), documents(ID)],
);

/** Handler argument: whether the machine has what it reads from now on; null if it does not say. */
export const MachineHolds = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean | null => {
    const said = readTextHeader(context.switchToHttp().getRequest(), HOLDS, { min: 4, max: 5 });
    if (said === null) return null;
    if (said !== 'true' && said !== 'false')
      throw invalidHeader(HOLDS, 'not_allowed', 'must be true or false');
    return said === 'true';
  },
  [documents(HOLDS)],
);

/** @throws AppError `invalid_request` */
export function machineOf(request: FastifyRequest): CallingMachine | null {
  const { min, max } = LIMITS.machine_name;
  // A character has at most twelve as it is sent.
  const sent = readTextHeader(request, NAME, { min, max: 12 * max });
  if (sent === null) return null;
  const name = decoded(sent);
  if (codePoints(name) > max) throw invalidHeader(NAME, 'too_long', `must have ${min} to ${max} characters`);
  if (INVISIBLE.test(name))
    throw invalidHeader(NAME, 'invalid_characters', 'must have no invisible characters');
  const id = readTextHeader(request, ID, LIMITS.machine_id);
  if (id !== null && !/^[\w-]+$/.test(id))
    throw invalidHeader(ID, 'invalid_characters', 'must have letters, digits, _ and - alone');
  return { name, id };
}

/** Percent-encoded where it has more than ASCII; a name that only looks so stays as it is. */
function decoded(sent: string): string {
  try {
    const name = decodeURIComponent(sent);
    return INVISIBLE.test(name) ? sent : name;
  } catch {
    return sent;
  }
}
