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

/** Whoever holds an API key. */
export interface KeyCaller {
  kind: 'key';
  name: string;
  scopes: readonly Scope[];
}

/** Somebody whose credential was recognised. */
export type Caller = UserCaller | KeyCaller;

/** Who does something, and from where. */
export interface Actor {
  /** Null: nobody that is known. */
  caller: Pick<UserCaller, 'kind' | 'id'> | Pick<KeyCaller, 'kind' | 'name'> | null;
  /** Null: nobody outside, but the program or its operator. */
  ip: string | null;
}

/** Somebody whose credential opened the route, and from where. */
export interface KnownActor extends Actor {
  caller: Caller;
  ip: string;
}

/** A signed-in user at work on the own account. */
export interface UserActor extends Actor {
  caller: UserCaller;
  ip: string;
}
