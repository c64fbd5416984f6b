import { existsSync, statSync } from 'node:fs';
import { error, ok, warning, type Check } from '../../checks/check';
import { foreignFileChecks } from '../../checks/file-checks';
import { attempt, doctorReport } from '../../checks/doctor-report';
import { networkChecks } from '../../checks/network-checks';
import { shownPath } from '../../files/places';
import type { Settings } from '../../panel/settings';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { excerpt } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { shellWord } from '../../program/shell-word';
import { startsWithoutPath } from '../attach/launcher';
import { memoryConfigFile, memoryState } from '../places';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { howToInstall, isOnPath, NOT_ON_PATH } from '../program/own-command';
import { findProject } from '../project/known-projects';
import { folderProject } from '../project/folder-identities';
import { whereIn } from '../project/project-identity';
import { keyHash } from '../server/key-end';
import type { MemoryApi } from '../server/memory-api';
import { readMemorySettings, storedMemorySettings } from '../server/memory-settings';
import { readJson } from '../store/json-file';
import { howToSwitchOn, OFF_FILE, offText, switchedOff } from '../switched-off';
import { toolChecks } from './tool-checks';
import { waitingElsewhere } from '../store/receivers';
import { SPOOL_LIMITS, spoolCounts } from '../store/spool';

/** Looks for what could go wrong, changes nothing, and says what to do. */
export async function doctor(run: MemoryRun): Promise<Outcome> {
  const checks = [
    ...offChecks(run),
    ...foreignFileChecks(run.environment, OFF_FILE),
    ...(await attempt('git', () => gitChecks(run))),
    ...(await attempt('server', () => serverChecks(run))),
    ...(await attempt('files', () => Promise.resolve([...fileChecks(run), ...keyChecks(run)]))),
    ...(await attempt('start', () => startChecks(run))),
    ...networkChecks(run.environment),
    ...(await attempt('tools', () => Promise.resolve(toolChecks(run)))),
    ...(await attempt('spool', () => Promise.resolve(spoolChecks(run)))),
  ];
  return doctorReport(run.paint, checks);
}

function offChecks({ environment }: MemoryRun): Check[] {
  const because = switchedOff(environment, environment.cwd);
  return because === null ? [] : [warning('memory', offText(because), howToSwitchOn(because))];
}

/** Git refuses above all where the repository is another user's. */
async function gitChecks({ environment }: MemoryRun): Promise<Check[]> {
  const { refusal } = await whereIn(environment.cwd);
  if (refusal === null) return [];
  const isForeign = /dubious ownership|unsafe repository/.test(refusal);
  const [reason = ''] = refusal.split('\n');
  const why = isForeign ? 'the repository is another user’s' : excerpt(reason.replace('fatal: ', ''));
  const [trust] = /git config --global --add safe\.directory .+/.exec(refusal) ?? [];
  return [
    warning(
      'git',
      `git does not answer here (${why}): the folder counts as one without git.`,
      trust === undefined ? undefined : `If you trust its owner: ${excerpt(trust)}`,
    ),
  ];
}

async function serverChecks(run: MemoryRun): Promise<Check[]> {
  const api = memoryApi(run);
  const startedAt = performance.now();
  await api.readWebhooks();
  const ms = Math.round(performance.now() - startedAt);
  const identity = await folderProject(run.environment, run.environment.cwd);
  const { project, also, has_other_commit } = await findProject(run.environment, api, identity);
  return [
    ok('server', `${api.url} answers (${ms} ms), and the key opens the memory.`),
    ...keyEndChecks(api, run.now()),
    ok('project', project === null ? `${identity} (new)` : `${project} (${identity})`),
    ...also.map((other) => alikeCheck(project, other)),
    ...(has_other_commit ? [warning('project', OTHER_COMMIT)] : []),
  ];
}

const OTHER_COMMIT =
  'The project has the remote of this folder, but its first commit is another: somebody may have taken its address. Look at its identities in the panel.';

/** Two projects of the server have identities of this folder: a remote, its first commit or its place. */
function alikeCheck(project: string | null, other: string): Check {
  const own = project ?? 'This folder';
  const next =
    project === null
      ? undefined
      : `assistant-memory project merge ${shellWord(other)} --into ${shellWord(project)}`;
  return warning('project', `${own} and ${other} look like one project.`, next);
}

/** Afterwards every hook is refused. */
function keyEndChecks(api: MemoryApi, now: Date): Check[] {
  const end = api.keyEnd(now);
  if (end === null) return [];
  const message = `The key ends on ${end.day}, in ${end.days} days.`;
  const next = `Make a new one in the panel (Settings, Keys): assistant-memory login ${shellWord(api.url)}`;
  return [end.isSoon ? warning('key', message, next) : ok('key', message)];
}

function fileChecks({ environment }: MemoryRun): Check[] {
  const file = memoryConfigFile(environment);
  const isOpen = existsSync(file) && process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
  const shown = shownPath(file, environment);
  return [
    isOpen
      ? error('config', `${shown} can be read by others.`, `chmod 600 ${shellWord(file)}`)
      : ok('config', `${shown} is yours alone.`),
    isOnPath(environment)
      ? ok('command', 'assistant-memory is on the PATH.')
      : warning('command', NOT_ON_PATH, howToInstall(environment)),
  ];
}

/** As an assistant starts it that was opened from a dock or an editor. */
async function startChecks({ environment }: MemoryRun): Promise<Check[]> {
  const starts = await startsWithoutPath(environment);
  if (starts === null) return [];
  const fault =
    'Assistants cannot start assistant-memory without a PATH: its Node.js or its program is gone.';
  return [
    starts
      ? ok('start', 'assistant-memory starts without a PATH, too.')
      : warning('start', fault, 'assistant-memory attach --all'),
  ];
}

function spoolChecks({ environment, now }: MemoryRun): Check[] {
  const { waiting, rejected, dropped } = spoolCounts(environment);
  const last = readJson<{ at?: string; event?: string; message?: string; code?: string }>(
    memoryState(environment, 'last-failure.json'),
    {},
  );
  return [
    ...(waiting === 0 ? [ok('spool', 'Nothing waits to be sent.')] : waitingChecks(environment, waiting)),
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
            `${dropped} entries were never sent: no more than ` +
              `${SPOOL_LIMITS.bytes / 1024 / 1024} MiB wait for a server that is away.`,
          ),
        ]),
    ...(last.at === undefined ? [] : [faultCheck(last, last.at, { waiting, now: now() })]),
  ];
}

/** What waits, by where it is to go. */
function waitingChecks(environment: Environment, waiting: number): Check[] {
  const settings = settingsInUse(environment);
  const { url } = settings;
  const receiver = { url, keyHash: keyHash(settings) };
  const elsewhere = Object.entries(waitingElsewhere(environment, receiver));
  const here = waiting - elsewhere.reduce((sum, [, count]) => sum + count, 0);
  return [
    ...(here === 0 ? [] : [warning('spool', `${here} entries wait to be sent; the next hook sends them.`)]),
    ...elsewhere.map(([address, count]) =>
      warning(
        'spool',
        address === url
          ? `${count} entries wait for another key of ${address} and are not sent with this one.`
          : `${count} entries wait for ${address} and are not sent elsewhere.`,
        `If ${address === url ? 'that key was yours' : 'that server has moved'}: ` +
          `assistant-memory login ${url === '' ? '<url>' : shellWord(url)} --take-over`,
      ),
    ),
  ];
}

/** As the hooks of this environment have them; without any what waits is for others. */
function settingsInUse(environment: Environment): Settings {
  try {
    return readMemorySettings(environment);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return storedMemorySettings(environment) ?? { url: '', key: '' };
  }
}

const HOUR_MS = 3_600_000;

/** A failure to send is over once nothing waits any more; a fault of this program is told for an hour. */
function faultCheck(
  last: { event?: string; message?: string; code?: string },
  at: string,
  { waiting, now }: { waiting: number; now: Date },
): Check {
  const text = `${at} in ${last.event ?? '?'}: ${last.message ?? last.code ?? 'unknown'}`;
  const isFresh = Math.abs(now.getTime() - Date.parse(at)) < HOUR_MS;
  const isOver = last.message !== undefined && waiting === 0;
  return isFresh && !isOver ? warning('last fault', text) : ok('last fault', text);
}

/** A shell that was opened before the key changed. */
function keyChecks({ environment }: MemoryRun): Check[] {
  const { ASSISTANT_MEMORY_URL: url, ASSISTANT_MEMORY_KEY: key } = environment.variables;
  const stored = storedMemorySettings(environment);
  if (url || !key || stored === null || stored.key === key) return [];
  const message =
    'ASSISTANT_MEMORY_KEY of this shell is another key than the stored one, which is used here.';
  return [
    warning(
      'key',
      `${message} Only MCP entries of an earlier version take the one of the shell.`,
      'Take it out of your shell’s profile, and attach those tools again.',
    ),
  ];
}
