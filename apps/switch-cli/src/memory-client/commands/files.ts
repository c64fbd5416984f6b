import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import type { MemoryFileType, MemoryImportDto } from '@groupless/shared-dto';
import { Failure, usageFailure } from '../../program/failure';
import { plain } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf } from '../server/memory-api';

const TIMEOUT_MS = 300_000;
const MOST_BYTES = 1024 * 1024 * 1024;
const DEFAULT_NAME = 'memory.zip';

/** What the server takes in, by how the file's name ends. */
const TYPES: Record<string, MemoryFileType> = {
  '.zip': 'application/zip',
  '.md': 'text/markdown',
  '.db': 'application/vnd.sqlite3',
  '.sqlite': 'application/vnd.sqlite3',
  '.sqlite3': 'application/vnd.sqlite3',
  '.json': 'application/json',
};

/** Stores what the key's owner wrote as a ZIP of Markdown files. A file that is there is not overwritten. */
export async function exportMemory(run: MemoryRun, own: { out?: string }): Promise<Outcome> {
  const path = resolve(run.environment.cwd, own.out ?? DEFAULT_NAME);
  if (existsSync(path)) throw usageFailure(`${path} is there already. Choose another name: --out <file>.`);
  const { bytes } = await memoryApi(run, TIMEOUT_MS).api('/memory/export', {
    method: 'GET',
    headers: { accept: 'application/zip, application/problem+json' },
    most_bytes: MOST_BYTES,
  });
  // Nobody else reads what a memory holds.
  writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
  return {
    lines: [`${run.paint.good('✓')} Exported: ${path} (${bytes.length} bytes).`],
    facts: { path, bytes: bytes.length },
  };
}

/** Sends an export, or what another program kept, to the server. */
export async function importMemory(
  run: MemoryRun,
  file: string,
  own: { project?: string },
): Promise<Outcome> {
  const path = resolve(run.environment.cwd, file);
  const type = TYPES[extname(path).toLowerCase()];
  if (type === undefined)
    throw usageFailure(`import takes a file that ends in ${Object.keys(TYPES).join(', ')}.`);
  const query = new URLSearchParams();
  if (own.project !== undefined) query.set('project', own.project);
  if (run.options.dry_run) query.set('dry_run', 'true');
  const reply = await memoryApi(run, TIMEOUT_MS).api(`/memory/import?${query.toString()}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: readWhole(path),
  });
  const answer = jsonOf<MemoryImportDto>(reply, 'created', 'known', 'unread');
  const created = Object.entries(answer.created).filter(([, count]) => count > 0);
  const counts = created.map(([kind, count]) => `${kind} ${count}`).join(', ') || 'nothing new';
  const left = answer.unread_total - answer.unread.length;
  return {
    lines: [
      answer.dry_run
        ? `It would store: ${counts}. There already: ${answer.known}.`
        : `${run.paint.good('✓')} Stored: ${counts}. There already: ${answer.known}.`,
      ...answer.unread.map(({ where, why }) => `! ${plain(where)}: ${plain(why)}`),
      ...(left > 0 ? [`! and ${left} more`] : []),
    ],
    facts: { ...answer },
  };
}

function readWhole(path: string): Buffer {
  try {
    if (statSync(path).isFile()) return readFileSync(path);
  } catch {
    // Said below.
  }
  throw new Failure('file_error', `${path} cannot be read.`);
}
