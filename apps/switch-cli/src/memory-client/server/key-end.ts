import { hashOf } from '../transcript/digest';
import type { Settings } from '../../panel/settings';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJson } from '../store/json-file';

const DAY_MS = 86_400_000;
/** From when on a person is told. */
const WARNED_DAYS = 14;

interface KnownEnd {
  /** Of which address and key, as a hash. */
  of: string;
  expires_at: string;
}

/** When a key ends, and whether that is soon. */
export interface KeyEnd {
  day: string;
  days: number;
  isSoon: boolean;
}

/** Remembers what the server says of the key (`x-key-expires`); a key without an end has no such header. */
export function noteKeyEnd(environment: Environment, settings: Settings, expires_at: unknown): void {
  if (typeof expires_at !== 'string' || Number.isNaN(Date.parse(expires_at))) return;
  const known = readJson<Partial<KnownEnd>>(fileOf(environment), {});
  const end = { of: keyHash(settings), expires_at };
  if (known.of !== end.of || known.expires_at !== end.expires_at) writeJson(fileOf(environment), end);
}

/** Null: it has none, or the server has not said it yet. */
export function keyEnd(environment: Environment, settings: Settings, now: Date): KeyEnd | null {
  const { of, expires_at } = readJson<Partial<KnownEnd>>(fileOf(environment), {});
  if (of !== keyHash(settings) || expires_at === undefined) return null;
  const days = Math.floor((Date.parse(expires_at) - now.getTime()) / DAY_MS);
  return { day: expires_at.slice(0, 10), days, isSoon: days < WARNED_DAYS };
}

/** Tells keys apart in files that hold none. */
export function keyHash({ url, key }: Settings): string {
  return hashOf(`${url} ${key}`);
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'key.json');
}
