import type { Role } from '@groupless/shared-dto';
import type { Scope } from './scopes';

/** A user, known by the access token of a live session. */
export interface UserCaller {
  kind: 'user';
  id: string;
  name: string;
  role: Role;
  session_id: string;
}

/** A caller with an API key. */
export interface KeyCaller {
  kind: 'key';
  /** Of its row; a key of the settings has the name of its variable. Names of keys can be given anew, ids cannot. */
  id: string;
  name: string;
  scopes: readonly Scope[];
  /** Null or missing: it does not end. */
  expires_at?: Date | null;
}

/** A caller whose credential was recognised. */
export type Caller = UserCaller | KeyCaller;

/** Who does something, and from where. */
export interface Actor {
  /** Null: unknown. */
  caller: Pick<UserCaller, 'kind' | 'id'> | Pick<KeyCaller, 'kind' | 'id' | 'name'> | null;
  /** Null: the program itself, or its operator. */
  ip: string | null;
}

/** The caller whose credential opened the route, and the address. */
export interface KnownActor extends Actor {
  caller: Caller;
  ip: string;
}

/** A program that does something with its key. */
export interface KeyActor extends KnownActor {
  caller: KeyCaller;
}

/** A logged-in user who changes their own account. */
export interface UserActor extends Actor {
  caller: UserCaller;
  ip: string;
}
