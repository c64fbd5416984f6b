import { timingSafeEqual } from 'node:crypto';
import type { Role } from '@groupless/shared-dto';
import type { LiveKeysService } from '../../api-keys/live-keys.service';
import type { Secrets } from '../../config/secrets-file';
import type { Settings } from '../../config/settings';
import type { KeyCaller } from '../../platform/access/caller';
import type { Scope } from '../../platform/access/scopes';
import type { Clock } from '../../platform/clock';
import { digestOf } from '../../platform/crypto/random-token';
import { AppError } from '../../platform/errors/app-error';

/** The headers that may contain an API key. */
export const KEY_HEADERS = ['x-api-key', 'x-workflow-api-key'] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];

/** A key's scopes and expiry. */
interface ApiKey {
  /** Null: a key of the settings, identified by its name. */
  id: string | null;
  name: string;
  scopes: readonly Scope[];
  /** Missing: a key of the settings, which is the whole team's. */
  owner_id?: string | null | undefined;
  owner_role?: Role | null | undefined;
  expires_at: Date | null;
}

interface ConfiguredKey extends ApiKey {
  header: KeyHeader;
  digest: Buffer;
}

/** The keys of the settings, and then those made in the panel. */
export class KnownKeys {
  private readonly configured: readonly ConfiguredKey[];

  constructor(
    settings: Settings,
    secrets: Secrets,
    private readonly made: Pick<LiveKeysService, 'find'>,
    private readonly clock: Clock,
  ) {
    const { memory_api_key } = settings;
    const lasting = { id: null, header: 'x-api-key', expires_at: null } as const;
    this.configured = [
      {
        ...lasting,
        name: 'SWITCH_API_KEY',
        digest: digestOf(secrets.SWITCH_API_KEY),
        scopes: ['session:read', 'account:activate', 'session:write'],
      },
      { ...lasting, name: 'AGENT_API_KEY', digest: digestOf(secrets.AGENT_API_KEY), scopes: ['agent'] },
      ...(memory_api_key === null
        ? []
        : [
            {
              ...lasting,
              name: 'MEMORY_API_KEY',
              digest: digestOf(memory_api_key),
              scopes: ['memory' as const],
            },
          ]),
      {
        id: null,
        name: 'WORKFLOW_API_KEY',
        header: 'x-workflow-api-key',
        digest: digestOf(secrets.WORKFLOW_API_KEY),
        scopes: ['workflows'],
        expires_at: settings.workflow_api_key_expires_at,
      },
    ];
  }

  /**
   * Identifies a key. Keys of the settings need no database. Keys of the panel are cached for a second, and reject
   * while the database is unavailable.
   * @param sentIn the header to name in an error
   * @throws AppError `invalid_api_key`, `api_key_expired`
   */
  async identify(header: KeyHeader, value: string, sentIn: string = header): Promise<KeyCaller> {
    const configured = this.findConfigured(header, value);
    const keys = configured.length > 0 ? configured : await this.findMade(header, value);
    const [key] = keys;
    if (key === undefined) throw new AppError('invalid_api_key', `The key in ${sentIn} is not known.`);
    if (key.expires_at !== null && this.clock.now() >= key.expires_at) {
      throw new AppError('api_key_expired', `The key in ${sentIn} has expired.`);
    }
    return {
      kind: 'key',
      id: key.id ?? key.name,
      name: key.name,
      scopes: keys.flatMap(({ scopes }) => scopes),
      owner_id: key.owner_id,
      owner_role: key.owner_role,
      expires_at: key.expires_at,
    };
  }

  /** Whether a name belongs to a key of the settings. Keys of the panel cannot have such a name. */
  isConfigured(name: string): boolean {
    return this.configured.some((key) => key.name === name);
  }

  /** Compares all keys, each in constant time. If several have the same value, their scopes add up. */
  private findConfigured(header: KeyHeader, value: string): ApiKey[] {
    const given = digestOf(value);
    return this.configured.filter((key) => timingSafeEqual(key.digest, given) && key.header === header);
  }

  private async findMade(header: KeyHeader, value: string): Promise<ApiKey[]> {
    const key = header === 'x-api-key' ? await this.made.find(value) : null;
    return key === null ? [] : [key];
  }
}
