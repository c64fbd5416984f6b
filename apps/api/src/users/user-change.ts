import type { PatchUserDto, UpdateMeDto } from '@groupless/shared-dto';
import { oneLine } from '../shared/one-line';
import type { User } from './user.entity';

type UserChange = PatchUserDto & UpdateMeDto;

/** Those of the given fields that are not so already. */
export function differencesOf(user: User, { name, ...others }: UserChange): UserChange {
  const given = { ...others, ...(name === undefined ? {} : { name: oneLine(name) }) };
  const entries = Object.entries(given) as [keyof UserChange, UserChange[keyof UserChange]][];
  return Object.fromEntries(entries.filter(([field, value]) => value !== undefined && user[field] !== value));
}

/** What the audit records of a change: the names of the fields, and the new values where they are rights. */
export function detailsOf({ role, is_active, ...others }: UserChange): Record<string, string | boolean> {
  const rights = {
    ...(role === undefined ? {} : { role }),
    ...(is_active === undefined ? {} : { is_active }),
  };
  return { fields: Object.keys({ ...rights, ...others }).join(', '), ...rights };
}
