import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { KeyCaller } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { digestOf } from '../platform/crypto/random-token';
import { TtlCache } from '../shared/ttl-cache';
import { ThrottledWarnings } from '../platform/log/throttled-warnings';
import { within } from '../shared/within';
import { ApiKeysRepository, type LiveKey } from './api-keys.repository';
import { prefixOf } from './key-text';

/** The time to live: a revoked key is refused by all processes within it. */
const MAX_AGE_MS = 1_000;
/** The size of the cache. The least recently used key is evicted. */
const MAX_CACHED = 1_000;
const STORE_USE_EVERY_MS = 60_000;
/** The time limit of a look-up that has a fallback. */
const LOOK_UP_LIMIT_MS = 1_000;

/** A cache of the panel's keys for authentication. */
@Injectable()
export class LiveKeysService {
  private readonly cache = new TtlCache((prefix) => this.keys.findLive(prefix), MAX_AGE_MS, MAX_CACHED);
  /** A fallback, by prefix: keys with no scope but `metrics`, as of their last look-up. */
  private readonly forMetrics = new Map<string, LiveKey>();
  /** By key id, when this process last stored a use, in milliseconds since 1970. */
  private readonly usesStoredAt = new Map<string, number>();
  private readonly warnings = new ThrottledWarnings(LiveKeysService.name);

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds a key, expired or not; null if it is unknown. Rejects while the database is unavailable, except for a cache
   * key of the metrics, which are needed just then.
   */
  async find(value: string): Promise<LiveKey | null> {
    const prefix = prefixOf(value);
    const key = prefix === null ? null : await this.lookUp(prefix);
    if (key === null || !timingSafeEqual(key.digest, digestOf(value))) return null;
    this.storeUse(key);
    return key;
  }

  /** By id, those of the keys that are neither revoked nor expired. Not cached. */
  async liveOf(ids: readonly string[]): Promise<Map<string, KeyCaller>> {
    if (ids.length === 0) return new Map();
    const live = await this.keys.listLive(ids, this.clock.now());
    return new Map(live.map((key) => [key.id, { kind: 'key', ...key }]));
  }

  /** By id, the owners of those keys that have one. */
  async ownersOf(ids: readonly string[]): Promise<Map<string, string>> {
    return new Map((await this.keys.listOwners(ids)).map(({ id, owner_id }) => [id, owner_id]));
  }

  /** The ids of the keys that a user owns. */
  keysOf(owner_id: string): Promise<string[]> {
    return this.keys.listOf(owner_id);
  }

  /** Invalidates all keys: a key, or the role of an owner, has changed. */
  forgetAll(): void {
    this.cache.forgetAll(() => true);
    this.forMetrics.clear();
  }

  private async lookUp(prefix: string): Promise<LiveKey | null> {
    const asked = this.cache.get(prefix).then((key) => {
      if (key?.scopes.every((scope) => scope === 'metrics')) this.forMetrics.set(prefix, key);
      else this.forMetrics.delete(prefix);
      return { key };
    });
    const before = this.forMetrics.get(prefix);
    if (before === undefined) return (await asked).key;
    return ((await within(LOOK_UP_LIMIT_MS, asked)) ?? { key: before }).key;
  }

  /** Throttled to once a minute, in the background. */
  private storeUse({ id, expires_at }: LiveKey): void {
    const now = this.clock.now();
    const isStored = now.getTime() - (this.usesStoredAt.get(id) ?? -Infinity) < STORE_USE_EVERY_MS;
    if (isStored || expires_at <= now) return;
    this.usesStoredAt.set(id, now.getTime());
    this.keys.storeUse(id, now, new Date(now.getTime() - STORE_USE_EVERY_MS)).catch((error: unknown) => {
      // Retried with a use in a minute.
      this.warnings.warn(error, 'when keys were last used could not be noted');
    });
  }
}
