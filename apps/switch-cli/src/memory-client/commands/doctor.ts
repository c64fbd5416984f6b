import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { error, ok, warning, type Check } from '../../checks/check';
import { shownPath } from '../../files/places';
import { EXIT } from '../../program/exit-codes';
import { Failure } from '../../program/failure';
import type { Outcome } from '../../program/run';
import { attachedParts } from '../attach/tool-changes';
import { TOOLS } from '../attach/tools';
import { memoryConfigFile, memoryState } from '../places';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { findProject } from '../project/known-projects';
import { projectIdentity } from '../project/project-identity';
import { readMemorySettings } from '../server/memory-settings';
import { readJson } from '../store/json-file';
import { SPOOL_LIMITS, spoolCounts } from '../store/spool';

/** Looks for what could go wrong, changes nothing, and says what to do. */
export async function doctor(run: MemoryRun): Promise<Outcome> {
  const checks = [
    ...(await attempt('server', () => serverChecks(run))),
    ...(await attempt('files', () => Promise.resolve(fileChecks(run)))),
    ...(await attempt('tools', () => Promise.resolve(toolChecks(run)))),
    ...spoolChecks(run),
  ];
  const firstError = checks.find(({ level }) => level === 'error');
  const { paint } = run;
  const marks = { ok: paint.good('✓'), warning: paint.warning('!'), error: paint.bad('✗') };
  return {
    lines: checks.flatMap(({ level, name, message, next }) => [
      `${marks[level]} ${name.padEnd(12)} ${message}`,
      ...(next === undefined ? [] : [paint.faint(`${' '.repeat(15)}→ ${next}`)]),
    ]),
    facts: { is_well: firstError === undefined, checks },
    exit_code: firstError === undefined ? EXIT.done : (firstError.exit_code ?? EXIT.failure),
  };
}

async function serverChecks(run: MemoryRun): Promise<Check[]> {
  const api = memoryApi(run);
  const startedAt = performance.now();
  await api.readWebhooks();
  const ms = Math.round(performance.now() - startedAt);
  const identity = await projectIdentity(run.environment.cwd);
  const name = await findProject(run.environment, api, identity);
  return [
    ok('server', `${api.url} answers (${ms} ms), and the key opens the memory.`),
    ok('project', name === null ? `${identity} (new)` : `${name} (${identity})`),
  ];
}

function fileChecks({ environment }: MemoryRun): Check[] {
  const file = memoryConfigFile(environment);
  const isOpen = existsSync(file) && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  const shown = shownPath(file, environment);
  return [
    isOpen
      ? error('config', `${shown} can be read by others.`, `chmod 600 '${file}'`)
      : ok('config', `${shown} is yours alone.`),
    isOnPath(environment.variables['PATH'] ?? '')
      ? ok('command', 'assistant-memory is on the PATH, where the hooks look for it.')
      : warning('command', 'assistant-memory is not on the PATH, so the hooks do not find it.'),
  ];
}

/** Every tool that is attached at all, here or for the user. */
function toolChecks({ environment }: MemoryRun): Check[] {
  const { url } = readMemorySettings(environment);
  const checks = TOOLS.flatMap((tool) =>
    [false, true].flatMap((isProject) => {
      const name = isProject ? `${tool} here` : tool;
      const option = isProject ? ' --project' : '';
      try {
        const parts = Object.entries(attachedParts(tool, environment, isProject, url));
        const missing = parts.filter(([, isThere]) => !isThere).map(([part]) => part);
        if (missing.length === parts.length) return [];
        if (missing.length === 0) return [ok(name, 'attached: hooks, MCP server, instructions.')];
        const next = `assistant-memory attach ${tool}${option}`;
        return [warning(name, `attached in part; missing: ${missing.join(', ')}.`, next)];
      } catch (failure) {
        if (!(failure instanceof Failure)) throw failure;
        return [warning(name, failure.message, failure.next[0])];
      }
    }),
  );
  if (checks.length > 0) return checks;
  return [warning('tools', 'No assistant is attached.', 'assistant-memory attach claude-code')];
}

function spoolChecks({ environment }: MemoryRun): Check[] {
  const { waiting, rejected, dropped } = spoolCounts(environment);
  const last = readJson<{ at?: string; event?: string; message?: string; code?: string }>(
    memoryState(environment, 'last-failure.json'),
    {},
  );
  return [
    waiting === 0
      ? ok('spool', 'Nothing waits to be sent.')
      : warning('spool', `${waiting} entries wait to be sent; the next hook sends them.`),
    ...(rejected === 0
      ? []
      : [
          warning(
            'rejected',
            `The server refused ${rejected} entries; they are in ${memoryState(environment, 'rejected')}.`,
          ),
        ]),
    ...(dropped === 0
      ? []
      : [
          warning(
            'dropped',
            `${dropped} entries were never sent: no more than ${SPOOL_LIMITS.days} days and ` +
              `${SPOOL_LIMITS.bytes / 1024 / 1024} MiB wait for a server that is away.`,
          ),
        ]),
    ...(last.at === undefined
      ? []
      : [ok('last fault', `${last.at} in ${last.event ?? '?'}: ${last.message ?? last.code ?? 'unknown'}`)]),
  ];
}

function isOnPath(path: string): boolean {
  const names = process.platform === 'win32' ? ['assistant-memory.cmd'] : ['assistant-memory'];
  return path.split(delimiter).some((folder) =>
    names.some((name) => {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}

async function attempt(name: string, work: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return [error(name, failure.message, failure.next[0], failure.exit_code)];
  }
}
