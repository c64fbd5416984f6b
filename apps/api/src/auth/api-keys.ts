import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../config/secrets-file';
import type { Settings } from '../config/settings';
import type { KeyCaller } from '../shared/access/caller';
import type { Scope } from '../shared/access/scopes';
import type { Clock } from '../shared/clock';
import { AppError } from '../shared/errors/app-error';

/** The headers in which an API key may come. */
export const KEY_HEADERS = ['x-api-key', 'x-workflow-api-key'] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];

interface ApiKey {
  name: string;
  scopes: readonly Scope[];
  header: KeyHeader;
  digest: Buffer;
  expires_at: Date | null;
}

/** The keys that the settings name. */
export class ApiKeys {
  private readonly keys: readonly ApiKey[];

  constructor(
    settings: Settings,
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    const { memory_api_key } = settings;
    const lasting = { header: 'x-api-key', expires_at: null } as const;
    this.keys = [
      {
        ...lasting,
        name: 'SWITCH_API_KEY',
        digest: digest(secrets.SWITCH_API_KEY),
        scopes: ['session:read', 'account:activate', 'session:write'],
      },
      { ...lasting, name: 'AGENT_API_KEY', digest: digest(secrets.AGENT_API_KEY), scopes: ['agent'] },
      ...(memory_api_key === null
        ? []
        : [
            {
              ...lasting,
              name: 'MEMORY_API_KEY',
              digest: digest(memory_api_key),
              scopes: ['memory' as const],
            },
          ]),
      {
        name: 'WORKFLOW_API_KEY',
        header: 'x-workflow-api-key',
        digest: digest(secrets.WORKFLOW_API_KEY),
        scopes: ['workflows'],
        expires_at: settings.workflow_api_key_expires_at,
      },
    ];
  }

  /**
   * Whose key this is. All keys are compared, each in constant time. Where several have one value, it opens what
   * each of them does.
   * @throws AppError `invalid_api_key`, `api_key_expired`
   */
  identify(header: KeyHeader, value: string): KeyCaller {
    const given = digest(value);
    const keys = this.keys.filter((key) => timingSafeEqual(key.digest, given) && key.header === header);
    const [key] = keys;
    if (key === undefined) throw new AppError('invalid_api_key', `The key in ${header} is not known.`);
    if (key.expires_at !== null && this.clock.now() >= key.expires_at) {
      throw new AppError('api_key_expired', `The key in ${header} has expired.`);
    }
    return { kind: 'key', name: key.name, scopes: keys.flatMap(({ scopes }) => scopes) };
  }
}

/** Digests have one length, which a comparison in constant time needs. */
function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
