import {
  isUnfilledPlaceholder,
  LIMITS,
  type SessionPlaceDto,
  type ToldPlaceDto,
} from '@groupless/shared-dto';
import type { WriteSource } from '../platform/access/write-source';
import { Text } from '../platform/validation/fields';
import { withoutSecrets } from './fence/secrets/mask-secrets';

const place = (description: string, example: string) =>
  Text({ optional: true, ...LIMITS.session_place, description, example });

/** What every row of an assistant may tell of where it was said. */
export abstract class SessionPlaceRequest implements SessionPlaceDto {
  @Text({
    optional: true,
    max: LIMITS.outside_id.max,
    description: 'The assistant’s own id of its session.',
    example: 'b2f1c7e0',
  })
  session_id?: string;

  @place('The branch that is checked out.', 'feature/cart')
  branch?: string;

  @place('The commit that is checked out.', '1f3e5d7')
  head?: string;

  @place('The machine on which it was.', 'laptop-of-ada')
  machine?: string;
}

/** Takes the place out of what was sent. A placeholder is no session's id; a place of nothing is null. */
export function partPlace<Sent extends SessionPlaceDto>({
  session_id,
  branch,
  head,
  machine,
  ...sent
}: Sent): { place: SessionPlaceDto | null; sent: Omit<Sent, keyof SessionPlaceDto> } {
  const isId = session_id !== undefined && !isUnfilledPlaceholder(session_id);
  const told = Object.entries({ session_id: isId ? session_id : undefined, branch, head, machine });
  const known = told.filter(([, value]) => value !== undefined);
  return { place: known.length === 0 ? null : withoutSecrets(Object.fromEntries(known)), sent };
}

/** The values of the four columns, in their order. */
export function placeValues({ place }: Pick<WriteSource, 'place'>): (string | null)[] {
  const { session_id = null, branch = null, head = null, machine = null } = place ?? {};
  return [session_id, branch, head, machine];
}

/** The place of a row, where something of it is known. */
export function toldPlace({ session_id = null, branch, head, machine }: ToldPlaceDto): ToldPlaceDto {
  return (session_id ?? branch ?? head ?? machine ?? null) === null
    ? {}
    : { session_id, branch: branch ?? null, head: head ?? null, machine: machine ?? null };
}
