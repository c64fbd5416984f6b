import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { Scope } from '../shared/access/scopes';
import { Clock } from '../shared/clock';
import { digestOf } from '../shared/crypto/random-token';
import { TtlCache } from '../shared/ttl-cache';
import { ThrottledWarnings } from '../shared/log/throttled-warnings';
import { within } from '../shared/within';
import { ApiKeysRepository, type LiveKey } from './api-keys.repository';
import { prefixOf } from './key-text';

/** A key that any process revoked counts on no other after this time. */
const MAX_AGE_MS = 1_000;
/** More keys than are in use at a time; beyond this, the least recently used is dropped. */
const MOST_REMEMBERED = 1_000;
const USES_EVERY_MS = 60_000;
/** How long the database is waited for where an older answer will do. */
const PATIENCE_MS = 1_000;

/** The keys from the panel, as requests bring them. What is known of one is remembered for a second. */
@Injectable()
export class LiveKeysService {
  private readonly known = new TtlCache((prefix) => this.keys.findLive(prefix), MAX_AGE_MS, MOST_REMEMBERED);
  /** By their prefixes, those that opened nothing but the metrics when they were last looked up. */
  private readonly forMetrics = new Map<string, LiveKey>();
  /** By the key's id, when this process last noted a use, in milliseconds since 1970. */
  private readonly noted = new Map<string, number>();
  private readonly warnings = new ThrottledWarnings(LiveKeysService.name);

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The key that this is, expired or not; null if it is none. Rejects while the database is away, unless it is one
   * for the metrics alone that has been used before: that is when they are needed.
   */
  async find(value: string): Promise<LiveKey | null> {
    const prefix = prefixOf(value);
    const key = prefix === null ? null : await this.lookUp(prefix);
    if (key === null || !timingSafeEqual(key.digest, digestOf(value))) return null;
    this.noteUse(key);
    return key;
  }

  /** By id, what those of the keys open that are neither revoked nor expired; asked of the database. */
  async scopesOf(ids: readonly string[]): Promise<Map<string, readonly Scope[]>> {
    if (ids.length === 0) return new Map();
    const live = await this.keys.listLiveScopes(ids, this.clock.now());
    return new Map(live.map(({ id, scopes }) => [id, scopes]));
  }

  /** The next request with this key asks the database. */
  forget(prefix: string): void {
    this.known.forget(prefix);
    this.forMetrics.delete(prefix);
  }

  private async lookUp(prefix: string): Promise<LiveKey | null> {
    const asked = this.known.get(prefix).then((key) => {
      if (key?.scopes.every((scope) => scope === 'metrics')) this.forMetrics.set(prefix, key);
      else this.forMetrics.delete(prefix);
      return { key };
    });
    const before = this.forMetrics.get(prefix);
    if (before === undefined) return (await asked).key;
    return ((await within(PATIENCE_MS, asked)) ?? { key: before }).key;
  }

  /** In the background, at most once a minute. */
  private noteUse({ id, expires_at }: LiveKey): void {
    const now = this.clock.now();
    const isNoted = now.getTime() - (this.noted.get(id) ?? -Infinity) < USES_EVERY_MS;
    if (isNoted || expires_at <= now) return;
    this.noted.set(id, now.getTime());
    this.keys.noteUse(id, now, new Date(now.getTime() - USES_EVERY_MS)).catch((error: unknown) => {
      // A use is noted again in a minute.
      this.warnings.warn(error, 'when keys were last used could not be noted');
    });
  }
}
