import type { AccountDto } from '@groupless/shared-dto';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import { plain } from '../program/plain-text';

/** The account with this id or exactly this name. */
export function findAccount(accounts: readonly AccountDto[], wanted: string): AccountDto {
  const by_id = accounts.find(({ id }) => id === wanted);
  if (by_id !== undefined) return by_id;
  const [found, ...others] = accounts.filter(({ name }) => name === wanted);
  if (found === undefined) {
    throw new Failure(
      'unknown_account',
      `The panel has no account "${plain(wanted)}".`,
      [accounts.length === 0 ? 'It has none at all.' : `It has: ${accounts.map(shownName).join(', ')}`],
      EXIT.usage,
    );
  }
  if (others.length === 0) return found;
  throw new Failure(
    'ambiguous_account',
    `The panel has ${others.length + 1} accounts "${plain(wanted)}".`,
    [`Name one by its id: ${[found, ...others].map(({ id }) => id).join(', ')}`],
    EXIT.usage,
  );
}

function shownName({ name }: AccountDto): string {
  return `"${plain(name)}"`;
}
