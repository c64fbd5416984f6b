import { Injectable } from '@nestjs/common';
import { ROLES, type Role } from '@groupless/shared-dto';
import { LiveKeysService } from '../../api-keys/live-keys.service';
import { demandOfRole } from '../../platform/access/access.decorators';
import type { Caller, KeyCaller } from '../../platform/access/caller';
import type { Scope } from '../../platform/access/scopes';
import { KnownKeys } from '../key-check/known-keys';
import { AuthSessionsService } from './auth-sessions.service';

/** Re-checks callers of long-running answers: whether their session or key is still valid. */
@Injectable()
export class LiveCallersService {
  constructor(
    private readonly sessions: AuthSessionsService,
    private readonly keys: LiveKeysService,
    private readonly knownKeys: KnownKeys,
  ) {}

  /** Whether a key still has the scope. Keys of the settings do not change while the process runs. */
  async hasScope({ id, name, scopes }: KeyCaller, scope: Scope): Promise<boolean> {
    if (this.knownKeys.isConfigured(name)) return scopes.includes(scope);
    return (await this.keys.scopesOf([id])).get(id)?.includes(scope) === true;
  }

  /** The ids of those keys that are neither revoked nor expired. */
  async liveKeysOf(ids: readonly string[]): Promise<Set<string>> {
    const distinct = [...new Set(ids)];
    const configured = distinct.filter((id) => this.knownKeys.isConfigured(id));
    const others = distinct.filter((id) => !configured.includes(id));
    return new Set([...configured, ...(await this.keys.scopesOf(others)).keys()]);
  }

  /**
   * The current role of each caller whose session or key is still valid, in two queries for any number of callers. A
   * key has the role that its scopes include.
   */
  async rolesOf(callers: readonly Caller[]): Promise<Map<Caller, Role>> {
    const sessionIds = callers.flatMap((caller) => (caller.kind === 'user' ? [caller.session_id] : []));
    const keyIds = callers.flatMap((caller) => (caller.kind === 'key' ? [caller.id] : []));
    const [sessions, keys] = await Promise.all([
      this.sessions.listLiveRoles([...new Set(sessionIds)]),
      this.keys.scopesOf([...new Set(keyIds)]),
    ]);
    const roles = new Map(sessions.map(({ id, role }) => [id, role]));
    return new Map(
      callers.flatMap((caller) => {
        const role =
          caller.kind === 'user' ? roles.get(caller.session_id) : roleOf(keys.get(caller.id) ?? []);
        return role === undefined ? [] : [[caller, role] as const];
      }),
    );
  }
}

/** The highest role that the scopes include. */
function roleOf(scopes: readonly Scope[]): Role | undefined {
  return ROLES.findLast((role) => demandOfRole(role).scopes.some((scope) => scopes.includes(scope)));
}
