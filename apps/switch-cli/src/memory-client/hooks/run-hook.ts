import { LIMITS } from '@groupless/shared-dto';
import { homeFolder } from '../../program/home-folder';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { useProxyOfEnvironment } from '../../program/proxy';
import { memoryState } from '../places';
import { MemoryApi } from '../server/memory-api';
import { readMemorySettings } from '../server/memory-settings';
import { keyHash } from '../server/key-end';
import { tellRefusal, wayOut } from '../server/role-refusal';
import { readJson, writeJsonIfPossible } from '../store/json-file';
import { tellBrief, wasTold } from '../store/told';
import { switchedOff } from '../switched-off';
import { checkpoint, compactSummary, sessionEnd } from './checkpoint';
import { elapsedMs } from './elapsed';
import { failedStart, withMessage } from './failing';
import { hasOwnHooks, hookClientOf } from './hook-client';
import { readHookInput, type HookInput } from './hook-input';
import type { HookRun } from './hook-run';
import { printAnswer } from './print-answer';
import { recall } from './recall';
import { request } from './request';
import { sessionStart } from './session-start';
import { isHeadless, turnEnd } from './turn-end';

/** From the start of the process. Assistants give session-start 4 s, and recall 2 s where an earlier version attached them. */
const LIMITS_MS: Record<string, number> = { recall: 1_500 };
const LIMIT_MS = 2_700;
/** How much of it is kept for sending. A user waits for the end of a turn, so there less is read. */
const KEPT_FOR_SENDING_MS = 1_200;
/** How long an answer that is late may still take to be read. */
const LEAST_PRINTING_MS = 200;
const READING_MS: Record<string, number> = { 'turn-end': 100 };
/** After a server gave no answer, each request to it waits a moment only: what hooks store is sent later. A brief comes now or never. */
const PAUSE_MS = 30_000;
const PAUSED_MS = 300;
const PAUSED_START_MS = 1_000;

/** What a person sees whose assistant runs them; the others run beside, or at the end. */
const TELLING = ['session-start', 'recall', 'turn-end'];

const HOOKS: Record<string, (run: HookRun) => Promise<string>> = {
  'session-start': sessionStart,
  recall,
  request,
  'turn-end': turnEnd,
  checkpoint,
  'compact-summary': compactSummary,
  'session-end': sessionEnd,
};

/*
 *   begun ──► no such hook, no home ─────────────────────────────────────────┐
 *     │                                                                      │
 *   reading ──► no session or folder, switched off, has hooks of its own ────┤
 *     │                                                                      │
 *   named: `recall` of an editor is `request`; with `--with-brief` and       │
 *     │    no brief told yet it is `session-start`, whose limit counts       │
 *     │                                                                      │
 *   running ──► nothing to say ──────────────────────────────────────────────┤
 *     ├──► answer ─────────────────────────────────► said, once ─────────────┤
 *     ├──► failure ──► noted, perhaps paused ──► session-start says so ──────┤
 *     └──► limit ────► the same as a failure; the process exits at once ─────┴──► ended with 0
 *
 * The limit (1.5 s for `recall`, else 2.7 s) holds from `begun` on, while it reads too. Of answer, failure and limit whichever is first speaks.
 * SIGTERM ends it once it has read; SIGINT and SIGHUP, which a terminal sends to all, do not.
 */

/**
 * Run by the assistant's own hooks. It always ends with 0 and in time, and prints complete, valid output or nothing.
 * The caller ends the process.
 */
export async function runHook(
  [event = '', ...options]: readonly string[],
  streams: NodeJS.Process,
): Promise<void> {
  if (HOOKS[event] === undefined) return;
  const isFirst = event === 'recall' && options.includes('--with-brief');
  let own = event;
  const limitMs = () => LIMITS_MS[own] ?? LIMIT_MS;
  const remainingMs = () => limitMs() - elapsedMs();
  // Ctrl-C reaches the hook too; it has less than three seconds to go.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) streams.on(signal, () => undefined);
  const environment = environmentOf(streams);
  if (environment === null) return;
  let input: HookInput | null = null;
  const isPaused =
    Date.now() < (readJson<{ until?: number } | null>(pauseFile(environment), null)?.until ?? 0);
  // A hook that ends beside its time limit answers once.
  let said: Promise<void> | undefined;
  const say = (answer: string) => {
    const text = said === undefined && input !== null ? told(environment, own, input, answer) : answer;
    if (text === '') return said;
    clearTimeout(timer);
    return (said ??= printAnswer(text, () => streams.stdout, Math.max(remainingMs(), LEAST_PRINTING_MS)));
  };
  const fail = async (error: unknown) => {
    note(environment, own, error);
    // That a server gives no answer in a moment says nothing of it: it may be far away.
    if (!isPaused && error instanceof Failure && error.code === 'no_answer') pause(environment);
    // Whoever works without the memory is to know it.
    if (own !== 'session-start' || input === null) return say('');
    // Once for each session.
    tellBrief(environment, input.session_id, '');
    await say(failedStart(environment, input, error, new Date()));
  };
  const end = () => {
    // `exit()` waits for a read that never ends.
    if (input === null) streams.kill(streams.pid, 'SIGTERM');
    streams.exit(0);
  };
  const limited = () =>
    setTimeout(
      () => void fail(new Failure('no_answer', 'The server took too long.')).then(end),
      remainingMs(),
    );
  let timer = limited();
  try {
    const client = hookClientOf(options);
    const given = await readHookInput({ name: event, client }, () => streams.stdin);
    streams.once('SIGTERM', () => streams.exit(0));
    if (given.session_id === '' || given.cwd === '') return;
    if (switchedOff(environment, given.cwd) !== null) return;
    const isTwice = client === null && given.client !== null && hasOwnHooks(given.client, environment);
    if (isTwice) return;
    input = given;
    // An editor that runs Claude Code's hooks takes no context with a request, so that a brief would be lost.
    if (event === 'recall' && given.client !== null) own = 'request';
    else if (isFirst && !wasTold(environment, given.session_id)) {
      // No hook has told this session its brief: it comes with the first request, in one process and with one wait.
      own = 'session-start';
      clearTimeout(timer);
      timer = limited();
    }
    useProxyOfEnvironment(streams.env);
    const settings = readMemorySettings(environment);
    const pausedMs = own === 'session-start' ? PAUSED_START_MS : PAUSED_MS;
    const patienceMs = isPaused ? pausedMs : Infinity;
    const api = new MemoryApi(environment, settings, () => Math.min(remainingMs() - 100, patienceMs));
    const readingMs = READING_MS[own] ?? limitMs() - KEPT_FOR_SENDING_MS;
    const canRead = () => elapsedMs() < readingMs;
    const run = { environment, api, input, now: () => new Date(), remainingMs, canRead, isPaused };
    await say((await HOOKS[own]?.(run)) ?? '');
  } catch (error) {
    await fail(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The answer of a hook, with what the person has to know of the key's rights and was not told yet. */
function told(environment: Environment, own: string, input: HookInput, answer: string): string {
  const isRead = TELLING.includes(own) && !(input.client === 'cursor' && answer === '');
  if (!isRead || isHeadless(environment)) return answer;
  try {
    const settings = readMemorySettings(environment);
    const asking = { url: settings.url, keyHash: keyHash(settings) };
    const refusal = tellRefusal(environment, asking);
    if (refusal === null) return answer;
    const kept = `What is said meanwhile waits here, for ${LIMITS.session_age_days.max} days.`;
    return withMessage(input, answer, `${refusal} ${kept} ${wayOut(asking)}`);
  } catch {
    return answer;
  }
}

/** Null without a home: there is no place for anything, and nobody to tell. */
function environmentOf(streams: NodeJS.Process): Environment | null {
  try {
    return {
      variables: streams.env,
      home: homeFolder(),
      cwd: streams.cwd(),
      platform: streams.platform,
    };
  } catch {
    return null;
  }
}

function pause(environment: Environment): void {
  writeJsonIfPossible(pauseFile(environment), { until: Date.now() + PAUSE_MS });
}

function pauseFile(environment: Environment): string {
  return memoryState(environment, 'pause.json');
}

/** For `doctor`: nobody sees what a hook says. */
function note(environment: Environment, event: string, error: unknown): void {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  // The message of an error that is not ours could hold anything.
  const told = error instanceof Failure ? message : undefined;
  const failure = { at: new Date().toISOString(), event, code: code ?? name, message: told };
  writeJsonIfPossible(memoryState(environment, 'last-failure.json'), failure);
}
