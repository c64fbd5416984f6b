import type { Role } from '@groupless/shared-dto';
import type { Scope } from './scopes';

/** A user, authenticated by the access token of a live session. */
export interface UserCaller {
  kind: 'user';
  id: string;
  name: string;
  role: Role;
  session_id: string;
  /** When the user last entered the password or a code. Null or missing: not yet. */
  confirmed_at?: Date | null;
}

/** A caller with an API key. */
export interface KeyCaller {
  kind: 'key';
  /** The row's id, or the variable's name for a key of the settings. Unlike the name, it is never reused. */
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** The user for whom it opens the memory. Null or missing: the whole team. */
  owner_id?: string | null | undefined;
  /** The role of that user now. */
  owner_role?: Role | null | undefined;
  /** Null or missing: it does not expire. */
  expires_at?: Date | null;
}

/** An authenticated caller. */
export type Caller = UserCaller | KeyCaller;

/** The caller of an action and the address, for the audit. */
export interface Actor {
  /** Null: unknown. */
  caller: Pick<UserCaller, 'kind' | 'id'> | Pick<KeyCaller, 'kind' | 'id' | 'name'> | null;
  /** Null: the program itself, or an operator on the command line. */
  ip: string | null;
}

/** A caller, if there is one, and the address. */
export interface PossibleActor extends Actor {
  caller: Caller | null;
}

/** An authenticated caller and the address. */
export interface KnownActor extends Actor {
  caller: Caller;
  ip: string;
}

/** A program with an API key. */
export interface KeyActor extends KnownActor {
  caller: KeyCaller;
}

/** A logged-in user. */
export interface UserActor extends Actor {
  caller: UserCaller;
  ip: string;
}

/** How long a confirmation is valid. */
const CONFIRMED_MS = 600_000;

export function isConfirmedAt(confirmed_at: Date | null | undefined, now: Date): boolean {
  return (
    confirmed_at !== undefined &&
    confirmed_at !== null &&
    now.getTime() - confirmed_at.getTime() < CONFIRMED_MS
  );
}
