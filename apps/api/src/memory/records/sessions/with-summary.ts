import { LIMITS } from '@groupless/shared-dto';
import type { AssistantSession } from './assistant-session.entity';
import type { NewSession } from './new-session';

export interface SummaryOfSession extends NewSession {
  session_id: string;
}

/**
 * A known session with another summary of it. What an assistant or a person wrote replaces what stood there. An extract, which a
 * hook makes of the last part of a session, is added; so is the summary of a compaction to what was written, and it replaces
 * what hooks stored before, since it tells of the whole session. What hooks take from the session of a user is for the user
 * alone, so that nothing of it is added to what was written for the team.
 */
export function withSummary(
  known: AssistantSession,
  sent: SummaryOfSession,
  now: Date,
): Partial<AssistantSession> {
  const isWritten = sent.written_through !== 'hook';
  const isExtract = sent.made === 'extract';
  const wasWritten = known.written_through !== 'hook';
  const isAdded = !isWritten && (isExtract || wasWritten);
  const wasOwned = known.owner_id !== null;
  const isShared = isWritten && wasOwned;
  const always = {
    branch: sent.branch ?? known.branch,
    head: sent.head ?? known.head,
    machine: sent.machine ?? known.machine,
    session_date: sent.session_date === null ? now : new Date(sent.session_date),
    written_by: sent.written_by,
    writer_id: sent.writer_id,
  };
  // An extract that its owner corrected stays the owner's.
  if (sent.owner_id !== null && wasWritten && !wasOwned)
    return { ...always, projects_touched: known.projects_touched || sent.projects_touched };
  const listed = (name: List, before: string) =>
    isWritten && sent[name] !== '' ? sent[name] : joined(before, sent[name]);
  return {
    ...always,
    ...decisionsOf(isShared ? NO_DECISIONS : known, sent),
    summary: isAdded ? newest(`${known.summary}\n\n${sent.summary}`) : sent.summary,
    // Names of projects are not the words of the owner, and say where the row belongs.
    projects_touched: listed('projects_touched', known.projects_touched),
    tasks_completed: listed('tasks_completed', isShared ? '' : known.tasks_completed),
    tasks_created: listed('tasks_created', isShared ? '' : known.tasks_created),
    mood: sent.mood ?? (isShared ? null : known.mood),
    written_through: isAdded ? known.written_through : sent.written_through,
    made: isAdded ? known.made : sent.made,
    owner_id: isWritten ? null : (sent.owner_id ?? known.owner_id),
  };
}

type List = 'projects_touched' | 'tasks_completed' | 'tasks_created';

type Decisions = Pick<AssistantSession, 'decisions_made' | 'decisions_list'>;
const NO_DECISIONS: Decisions = { decisions_made: '', decisions_list: null };

/**
 * Decisions are added to those of before, which stand until they are withdrawn. Each stays an entry of its own; of a text each line
 * is one.
 */
function decisionsOf({ decisions_made, decisions_list }: Decisions, sent: NewSession): Decisions {
  const list = sent.decisions_list === null ? null : (JSON.parse(sent.decisions_list) as string[]);
  if (decisions_made === '') return { decisions_made: sent.decisions_made, decisions_list: list };
  const before = decisions_list ?? decisions_made.split('\n');
  const added = (list ?? sent.decisions_made.split('\n')).filter((entry) => !before.includes(entry));
  if (added.every((entry) => entry === '')) return { decisions_made, decisions_list };
  const entries = [...new Set([...before, ...added])];
  return { decisions_made: entries.join(', '), decisions_list: entries };
}

/** Entries that are there already are not added again. */
function joined(known: string, sent: string): string {
  const entries = known.split(', ');
  const added = sent.split(', ').filter((entry) => entry !== '' && !entries.includes(entry));
  const whole = [known, ...added].filter((entry) => entry !== '').join(', ');
  return [...whole].length > LIMITS.session_list.max ? known : whole;
}

/** The end of a text that is too long: the latest part says how the session went on. */
function newest(text: string): string {
  const letters = [...text];
  const { max } = LIMITS.summary;
  return letters.length <= max ? text : letters.slice(letters.length - max).join('');
}
