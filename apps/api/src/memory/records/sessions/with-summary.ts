import { LIMITS } from '@groupless/shared-dto';
import type { AssistantSession } from './assistant-session.entity';
import type { NewSession } from './new-session';

export interface SummaryOfSession extends NewSession {
  session_id: string;
}

/** The keys with which hooks store what they extract at the end of a session, and the summary of a compaction. */
const EXTRACT = /:end:\d+$/;

/**
 * A known session with another summary of it. What an assistant or a person wrote replaces what stood there. An extract, which a
 * hook makes of the last part of a session, is added; so is the summary of a compaction to what was written, and it replaces
 * what hooks stored before, since it tells of the whole session. What hooks take from the session of a user is for the user
 * alone, so that nothing of it is added to what was written for the team.
 */
export function withSummary(
  known: AssistantSession,
  sent: SummaryOfSession & { idempotency_key?: string | null },
  now: Date,
): Partial<AssistantSession> {
  const isWritten = sent.written_through !== 'hook';
  const isExtract = EXTRACT.test(sent.idempotency_key ?? '');
  const wasWritten = known.written_through !== 'hook';
  const isAdded = !isWritten && (isExtract || wasWritten);
  // Words of a person do not become the team's beside what was written for it.
  const isKept = sent.owner_id !== null && wasWritten;
  const list = (name: 'projects_touched' | 'tasks_completed' | 'tasks_created') =>
    isWritten && sent[name] !== '' ? sent[name] : joined(known[name], sent[name]);
  return {
    summary: isKept ? known.summary : isAdded ? newest(`${known.summary}\n\n${sent.summary}`) : sent.summary,
    projects_touched: list('projects_touched'),
    ...decisionsOf(known, sent),
    tasks_completed: list('tasks_completed'),
    tasks_created: list('tasks_created'),
    mood: sent.mood ?? known.mood,
    branch: sent.branch ?? known.branch,
    head: sent.head ?? known.head,
    machine: sent.machine ?? known.machine,
    session_date: sent.session_date === null ? now : new Date(sent.session_date),
    written_by: sent.written_by,
    written_through: isAdded || isKept ? known.written_through : sent.written_through,
    writer_id: sent.writer_id,
    owner_id: isWritten || isKept ? null : (sent.owner_id ?? known.owner_id),
  };
}

/**
 * What was decided before in the session was decided, unless it is withdrawn: decisions are added. The borders between them stay,
 * those of a text are its lines.
 */
function decisionsOf(
  known: AssistantSession,
  sent: NewSession,
): Pick<AssistantSession, 'decisions_made' | 'decisions_list'> {
  const { decisions_made, decisions_list } = known;
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
