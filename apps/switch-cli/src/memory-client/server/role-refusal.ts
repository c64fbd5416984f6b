import { rmSync } from 'node:fs';
import { ROLES, type ProblemDto } from '@groupless/shared-dto';
import { excerpt } from '../../program/plain-text';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJsonIfPossible } from '../store/json-file';

/** What a request does with the memory. What finds a project may make one. */
export type Act = 'read' | 'find' | 'write';

/** Who asks, as a `MemoryApi` knows it. */
interface Asking {
  url: string;
  keyHash: string;
}

interface Refused {
  sentence: string;
  is_told: boolean;
}

/** What a key may not do at present, as far as the server has said it. */
interface Known {
  /** Of which address and key, as a hash. */
  of?: string;
  read?: Refused;
  write?: Refused;
}

/** Requests with a body that store nothing. */
const READING = ['/api/memory/search', '/api/memory/recall'];

export function actOf(method: string, path: string): Act {
  if (method === 'GET' || READING.includes(path)) return 'read';
  return path === '/api/memory/projects/of-folder' ? 'find' : 'write';
}

/**
 * Why a key may not do something, for the person; null if that is not what a problem says. It is remembered, so that whoever
 * speaks with the person next tells it: see `tellRefusal()`.
 */
export function noteRefusal(
  environment: Environment,
  asking: Asking,
  act: Act,
  problem: object,
): string | null {
  const { code, required, held } = problem as Partial<ProblemDto> & { required?: unknown; held?: unknown };
  if (code !== 'forbidden' || !Array.isArray(required) || !Array.isArray(held)) return null;
  const readers = required.includes('viewer');
  const what = readers ? 'read the memory' : act === 'read' ? 'read this' : 'write into the memory';
  const ofRole = required.every((one) => ROLES.some((role) => role === one));
  const [needed, has] = ofRole ? ['the role', 'the user for whom it is has'] : ['one of', 'it has'];
  const sentence = excerpt(
    `The key of this machine may not ${what} at ${asking.url}: that needs ${needed} ${required.join(' or ')}, ` +
      `and ${has} ${held.join(', ') || 'none'}.`,
  );
  const level = readers ? 'read' : act === 'read' ? null : 'write';
  if (level !== null) {
    const known = knownOf(environment, asking);
    const is_told = known[level]?.is_told ?? false;
    writeJsonIfPossible(fileOf(environment), { ...known, [level]: { sentence, is_told } } satisfies Known);
  }
  return sentence;
}

/** Whatever works again is told again when it fails again. */
export function noteAllowed(environment: Environment, asking: Asking, act: Act): void {
  const { of, read, write } = knownOf(environment, asking);
  if (read === undefined && (write === undefined || act !== 'write')) return;
  if (act === 'write' || write === undefined) rmSync(fileOf(environment), { force: true });
  else writeJsonIfPossible(fileOf(environment), { of, write } satisfies Known);
}

/** What the person was not told yet, who reads the answer; null: nothing. Who may not read may not write either. */
export function tellRefusal(environment: Environment, asking: Asking): string | null {
  const known = knownOf(environment, asking);
  const level = known.read === undefined ? 'write' : 'read';
  const refused = known[level];
  if (refused === undefined || refused.is_told) return null;
  writeJsonIfPossible(fileOf(environment), { ...known, [level]: { ...refused, is_told: true } });
  return refused.sentence;
}

/** What the person can do. */
export function wayOut({ url }: Pick<Asking, 'url'>): string {
  return `Ask an admin there for the role, or log in with another key: assistant-memory login ${url}`;
}

function knownOf(environment: Environment, { keyHash: of }: Asking): Known {
  const known = readJson<Known>(fileOf(environment), {});
  return known.of === of ? known : { of };
}

function fileOf(environment: Environment): string {
  return memoryState(environment, 'refused.json');
}
