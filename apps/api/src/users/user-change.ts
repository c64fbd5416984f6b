import type { PatchUserDto, UpdateMeDto } from '@groupless/shared-dto';
import { oneLine } from '../shared/one-line';
import type { User } from './user.entity';

type UserChange = PatchUserDto & UpdateMeDto;

/** The given fields that differ from the user's. */
export function differencesOf(user: User, { name, ...others }: UserChange): UserChange {
  const given = { ...others, ...(name === undefined ? {} : { name: oneLine(name) }) };
  const entries = Object.entries(given) as [keyof UserChange, UserChange[keyof UserChange]][];
  return Object.fromEntries(entries.filter(([field, value]) => value !== undefined && user[field] !== value));
}

/** The audit's details of a change: the fields' names, and the new values of rights. */
export function detailsOf({ role, is_active, ...others }: UserChange): Record<string, string | boolean> {
  const rights = {
    ...(role === undefined ? {} : { role }),
    ...(is_active === undefined ? {} : { is_active }),
  };
  return { fields: Object.keys({ ...rights, ...others }).join(', '), ...rights };
}
