import { Inject, Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { Role } from '@groupless/shared-dto';
import { SECRETS, SETTINGS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import type { KeyCaller } from '../platform/access/caller';
import type { Scope } from '../platform/access/scopes';
import { Clock } from '../platform/clock';
import { digestOf } from '../platform/crypto/random-token';
import { AppError } from '../platform/errors/app-error';
import { LiveKeysService } from './live-keys.service';

/** The headers that may contain an API key. */
export const KEY_HEADERS = ['x-api-key', 'x-workflow-api-key'] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];

/** What the keys of the settings open. Keys of the panel cannot have their names, because the audit shows keys by name. */
const OPENS = {
  SWITCH_API_KEY: { header: 'x-api-key', scopes: ['session:read', 'account:activate', 'session:write'] },
  AGENT_API_KEY: { header: 'x-api-key', scopes: ['agent'] },
  MEMORY_API_KEY: { header: 'x-api-key', scopes: ['memory'] },
  WORKFLOW_API_KEY: { header: 'x-workflow-api-key', scopes: ['workflows'] },
} as const satisfies Record<string, { header: KeyHeader; scopes: readonly Scope[] }>;
const KEYS_OF_THE_SETTINGS = Object.keys(OPENS) as (keyof typeof OPENS)[];

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

/** Whose key a request has: one of the settings, and then one made in the panel. */
@Injectable()
export class KnownKeys {
  private readonly configured: readonly ConfiguredKey[];

  constructor(
    @Inject(SETTINGS) settings: Settings,
    @Inject(SECRETS) secrets: Secrets,
    @Inject(LiveKeysService) private readonly made: Pick<LiveKeysService, 'find'>,
    private readonly clock: Clock,
  ) {
    const texts = { ...secrets, MEMORY_API_KEY: settings.memory_api_key };
    this.configured = KEYS_OF_THE_SETTINGS.flatMap((name) => {
      const text = texts[name];
      if (text === null) return [];
      const expires_at = name === 'WORKFLOW_API_KEY' ? settings.workflow_api_key_expires_at : null;
      return [{ id: null, name, digest: digestOf(text), expires_at, ...OPENS[name] }];
    });
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

  /** Whether a name belongs to a key of the settings. */
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

export function isReserved(name: string): boolean {
  return Object.hasOwn(OPENS, name);
}
