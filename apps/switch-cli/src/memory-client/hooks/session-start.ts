import { readdirSync } from 'node:fs';
import type { SearchHitDto } from '@groupless/shared-dto';
import { chosen, markOf, recalledText } from '@groupless/shared-dto/memory/recall/recalled';
import { recallQueryOf } from '@groupless/shared-dto/memory/recall/request-words';
import { Failure } from '../../program/failure';
import { shellWord } from '../../program/shell-word';
import { begunFolder } from '../places';
import { identitiesOf, projectBefore } from '../project/folder-identities';
import { forgetProject, projectToRead, rememberedName } from '../project/known-projects';
import { sessionHeaders } from '../server/session-headers';
import { assistantProcess } from '../store/assistant-process';
import { sweepMemoryState, type SessionState } from '../store/session-state';
import { sendSpooled } from '../store/send-spooled';
import { waitingNames } from '../store/spool';
import { NOTHING, readTold, tellBrief, tellRows, wasTold } from '../store/told';
import { withoutInjected } from '../transcript/injected';
import { withoutTranscript } from './checkpoint';
import { collect, requested } from './collect';
import { elapsedMs } from './elapsed';
import { forgetFailing, hookOutput } from './failing';
import type { HookRun } from './hook-run';
import { lastSession, type LastSession } from './last-session';
import { reap } from './reaper';
import { hitsOf } from './recall-by-search';

/** Claude Code shows a preview of what has more than 10,000. */
const MOST_CHARACTERS = 9_500;
const FIRST_BUDGET = 1_900;
const SMALLEST_BUDGET = 200;
/** How long the brief waits for what is found about the request, since the process began. */
const SEARCH_MS = 1_400;

/**
 * Begins a session: where the assistant says that it starts one, or else with its first request.
 * @returns what is printed: the brief of the project, the last turns of its chat, what the memory holds about the request, and for
 * the person the key's end
 */
export async function sessionStart(run: HookRun): Promise<string> {
  const mended = mendedSettings(run);
  try {
    return await begunSession(run);
  } finally {
    // Whatever the server answers.
    await mended;
  }
}

async function begunSession(run: HookRun): Promise<string> {
  const early = askedEarly(run);
  const own = assistantProcess();
  const before = waitingNames(run.environment);
  const session = await collect(run, (state) => withPrompt(run, { ...state, is_ended: false, process: own }));
  // Without a transcript the request itself waits. It is sent by a later hook: the last turns are those of the session before.
  const ofItself = waitingNames(run.environment).filter((name) => !before.includes(name));
  const ofOthers = () => waitingNames(run.environment).filter((name) => !ofItself.includes(name));
  // First sends what earlier sessions left in the spool, so that the brief contains it.
  sweepMemoryState(run.environment);
  await attempt(run, () => reap(run, own));
  const names = ofOthers();
  const isQuiet = names.length === 0;
  await attempt(run, () => sendSpooled(run.environment, run.api, () => run.remainingMs() > 1_500, { names }));
  const answers = await loaded(run, session.identity, isQuiet ? early : null);
  forgetFailing(run.environment);
  return fitting(run, session, answers);
}

/** Finishes an attachment that was killed, beside the rest. What this needs is loaded where there is one. */
async function mendedSettings({ environment }: HookRun): Promise<void> {
  try {
    if (readdirSync(begunFolder(environment)).length === 0) return;
    const { mendSettings } = await import('../attach/whole');
    await mendSettings(environment);
  } catch {
    // There is none, or the next command tries again.
  }
}

function withPrompt(run: HookRun, state: SessionState): SessionState {
  const { prompt } = run.input;
  if (state.transcript_path === '') return withoutTranscript(run, state, 'user', prompt);
  return requested(run, state, withoutInjected(prompt));
}

/** What the server says of a project, and what its memory holds about the first request. */
type Answers = [Context, LastSession, SearchHitDto[]];

/** What was asked for a project by the name that it had the last time, and what it is called by now. */
interface Asked {
  /** All that the folder was known by. */
  identities: string;
  known: string;
  answers: Promise<[string | null, ...Answers]>;
}

/**
 * A folder hardly ever has another project than the last time: the server is asked while git still looks. Not where something
 * waits to be sent, which the brief is to contain.
 */
function askedEarly(run: HookRun): Asked | null {
  if (waitingNames(run.environment).length > 0) return null;
  const identity = projectBefore(run.environment, run.input.cwd);
  const early = identity === null ? null : asked(run, identity);
  // Where nobody needs them, nobody is to know that they failed.
  early?.answers.catch(() => undefined);
  return early;
}

/** A project that is known is asked for at once, beside what it is called by now: it hardly ever has another name. */
function asked(run: HookRun, identity: string): Asked | null {
  const { environment, api } = run;
  const known = rememberedName(environment, api.url, identity);
  if (known === null) return null;
  const renewed = projectToRead(environment, api, identity);
  const context = askContext(run, known, FIRST_BUDGET);
  const answers = Promise.all([renewed, context, lastSession(run, identity), searched(run, identity)]);
  return { identities: identitiesOf(environment, identity).join('\n'), known, answers };
}

async function loaded(run: HookRun, identity: string, early: Asked | null): Promise<Answers> {
  const isSame = early?.identities === identitiesOf(run.environment, identity).join('\n');
  const found = isSame ? early : asked(run, identity);
  if (found === null) {
    const name = await projectToRead(run.environment, run.api, identity);
    const context = contextFor(run, identity, name, FIRST_BUDGET);
    return Promise.all([context, lastSession(run, identity), searched(run, identity)]);
  }
  const [name, context, last, hits] = await found.answers;
  if (name === found.known && !context.isUnknown) return [context, last, hits];
  // Another project may have got the name since: neither its brief nor its rows are wanted.
  const present = await contextFor(run, identity, name, FIRST_BUDGET);
  return [present, last, await searched(run, identity)];
}

/** The brief is worth more than what is found about the request. */
async function searched(run: HookRun, identity: string): Promise<SearchHitDto[]> {
  const query = recallQueryOf(withoutInjected(run.input.prompt));
  if (query === null) return [];
  const api = run.api.within(() => SEARCH_MS - elapsedMs());
  return hitsOf({ ...run, api }, identity, query).catch(() => []);
}

/** A key that ends is told while there is time to replace it: afterwards every hook is refused. */
function keyWarning({ api, now }: HookRun): string | undefined {
  const end = api.keyEnd(now());
  if (!end?.isSoon) return undefined;
  return `The key of assistant-memory ends on ${end.day}. Make a new one in the panel (Settings, Keys): assistant-memory login ${shellWord(api.url)}`;
}

interface Context {
  brief: string;
  /** Marks of what it shows whole. */
  told: string[];
  budget: number;
  project: string | null;
  /** The server knows no project of this name. */
  isUnknown: boolean;
}

async function contextFor(
  run: HookRun,
  identity: string,
  name: string | null,
  budget: number,
): Promise<Context> {
  const context = await askContext(run, name, budget);
  if (name === null || !context.isUnknown) return context;
  forgetProject(run.environment, run.api.url, identity, name);
  return askContext(run, await projectToRead(run.environment, run.api, identity), budget);
}

async function askContext(run: HookRun, project: string | null, budget: number): Promise<Context> {
  const query = `?budget=${budget}${project === null ? '' : `&project=${encodeURIComponent(project)}`}`;
  const headers = {
    accept: 'text/markdown',
    ...sessionHeaders(run.environment, run.input.session_id),
    ...before(run),
  };
  const reply = await run.api.webhook('assistant-context', query, { method: 'GET', headers });
  const { headers: answered, text: brief } = reply;
  const isBrief = answered['content-type']?.startsWith('text/markdown') === true;
  if (!isBrief || answered['x-context-tokens'] === undefined) {
    throw new Failure('unexpected_answer', 'What came is no brief.');
  }
  const told = String(answered['x-context-told'] ?? '').split(',');
  return { brief, told, budget, project, isUnknown: answered['x-context-project'] === 'unknown' };
}

/** Whether the conversation is there as it was, with what a hook has told it. */
function isResumed({ environment, input: { source, session_id } }: HookRun): boolean {
  return source === 'resume' && wasTold(environment, session_id);
}

/** Marks of what it was told: the brief leaves that out. */
function before(run: HookRun): Record<string, string> {
  const { rows } = readTold(run.environment, run.input.session_id);
  return isResumed(run) && rows.length > 0 ? { 'x-context-told': rows.join(',') } : {};
}

/**
 * After a compaction the conversation itself is still there, as its summary, and in a session that is resumed as it was; who clears one
 * wants nothing of it back.
 */
function wantsTurns(run: HookRun): boolean {
  const { source } = run.input;
  return !isResumed(run) && source !== 'compact' && source !== 'clear';
}

/** The newest turns that fit beside the brief; a brief that is too long when escaped is asked for again, shorter. */
async function fitting(
  run: HookRun,
  { identity, started_at }: SessionState,
  [context, last, found]: Answers,
): Promise<string> {
  const { environment, input } = run;
  let { brief, told, budget, project } = context;
  const turns = wantsTurns(run) ? last.turns : [];
  const known = isResumed(run) ? readTold(environment, input.session_id) : NOTHING;
  const gone = last.gone.filter((line) => !known.brief.includes(line));
  for (let kept = turns.length; ; kept--) {
    const shown = turns.slice(turns.length - kept);
    const text = [brief, ...gone, ...(kept === 0 ? [] : [last.headline, ...shown])].join('\n\n');
    const hits = chosen(found, { brief: `${known.brief}\n${text}`, rows: known.rows }, started_at);
    const whole = hits.length === 0 ? text : `${text}\n\n${recalledText(hits)}`;
    const printed = hookOutput(input, whole, keyWarning(run));
    if (printed.length <= MOST_CHARACTERS) {
      const saying = kept === 0 ? [] : last.marks.slice(-kept);
      const marks = [...told, ...saying, ...hits.map(markOf)].filter((mark) => mark !== '');
      if (known === NOTHING) tellBrief(environment, input.session_id, text, marks);
      else tellRows(environment, input.session_id, marks, text);
      return printed;
    }
    if (kept > 0) continue;
    if (budget <= SMALLEST_BUDGET || run.remainingMs() < 500) {
      throw new Failure('unexpected_answer', 'The brief is too long.');
    }
    const smaller = Math.max(SMALLEST_BUDGET, Math.floor((budget * MOST_CHARACTERS * 0.9) / printed.length));
    ({ brief, told, budget, project } = await contextFor(run, identity, project, smaller));
    kept = turns.length + 1;
  }
}

/**
 * A failure with what earlier sessions left must not prevent the brief.
 * @throws Failure where the server gave no answer a moment ago, and now neither: it is not asked for a brief as well
 */
async function attempt({ isPaused }: HookRun, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isPaused && error instanceof Failure && error.code === 'no_answer') throw error;
    // The next start tries again.
  }
}
