import { Injectable } from '@nestjs/common';
import { ROLES, seesMemory, type Role } from '@groupless/shared-dto';
import { LiveKeysService } from '../../api-keys/live-keys.service';
import { KnownKeys } from '../../api-keys/public';
import { ROLES_OF_CALLERS } from '../../events/public';
import { demandOfRole, satisfies } from '../../platform/access/access.decorators';
import type { Caller, KeyCaller } from '../../platform/access/caller';
import type { Scope } from '../../platform/access/scopes';
import { On } from '../../shared/bus/topic';
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
    return (await this.keys.liveOf([id])).get(id)?.scopes.includes(scope) === true;
  }

  /** The ids of those keys that are neither revoked nor expired. */
  async liveKeysOf(ids: readonly string[]): Promise<Set<string>> {
    const distinct = [...new Set(ids)];
    const configured = distinct.filter((id) => this.knownKeys.isConfigured(id));
    const others = distinct.filter((id) => !configured.includes(id));
    return new Set([...configured, ...(await this.keys.liveOf(others)).keys()]);
  }

  /** The current role of the user of each session that has not ended. */
  async rolesOfSessions(ids: readonly string[]): Promise<Map<string, Role>> {
    const live = await this.sessions.listLiveRoles([...new Set(ids)]);
    return new Map(live.map(({ id, role }) => [id, role]));
  }

  /**
   * The current role of each caller whose session or key is still valid, in two queries for any number of callers. A
   * key has the role that its scopes include, as far as its owner has it.
   */
  @On(ROLES_OF_CALLERS)
  async rolesOf({ callers }: { callers: readonly Caller[] }): Promise<ReadonlyMap<Caller, Role>> {
    const sessionIds = callers.flatMap((caller) => (caller.kind === 'user' ? [caller.session_id] : []));
    const keyIds = callers.flatMap((caller) => (caller.kind === 'key' ? [caller.id] : []));
    const [roles, keys] = await Promise.all([
      this.rolesOfSessions(sessionIds),
      this.keys.liveOf([...new Set(keyIds)]),
    ]);
    return new Map(
      callers.flatMap((caller) => {
        const role = caller.kind === 'user' ? roles.get(caller.session_id) : roleOf(keys.get(caller.id));
        return role === undefined ? [] : [[caller, role] as const];
      }),
    );
  }
}

/** The highest role whose rights a key has. One whose owner does not see the memory has that owner's role. */
function roleOf(key: KeyCaller | undefined): Role | undefined {
  const role = key && ROLES.findLast((one) => satisfies(key, demandOfRole(one)));
  const { owner_role = null } = key ?? {};
  return role !== undefined && owner_role !== null && !seesMemory(owner_role) ? owner_role : role;
}
