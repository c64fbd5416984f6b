import { hash } from 'node:crypto';
import type { SessionSummaryInputDto, SummaryMaking, WriteWay } from '@groupless/shared-dto';
import { sourceColumns, type WriteSource } from '../../../platform/access/write-source';
import { joinList } from '../../../platform/validation/fields';
import { maskedList, withoutSecrets } from '../../fence/secrets/mask-secrets';

/** What a repeat of a summary is compared with. */
export const SUMMARY_TEXTS = [
  'summary',
  'projects_touched',
  'decisions_made',
  'tasks_completed',
  'tasks_created',
  'mood',
] as const;

/** A summary that is to be stored. */
export interface NewSession {
  summary: string;
  projects_touched: string;
  decisions_made: string;
  /** A JSON array of the entries; null: they came as a text. */
  decisions_list: string | null;
  tasks_completed: string;
  tasks_created: string;
  mood: string | null;
  written_by: string | null;
  written_through: WriteWay;
  writer_id: string | null;
  /** A digest of the texts as they were sent, without secrets. */
  sent_digest: string;
  /** The id of the key that sends it. */
  key_id: string | null;
  /** Of what a hook takes from a session, the user whose session it is; null: it is the team's. */
  owner_id: string | null;
  session_id: string | null;
  branch: string | null;
  head: string | null;
  machine: string | null;
  made: SummaryMaking;
  /** When the session ended, in RFC 3339; null: now. */
  session_date: string | null;
  /** A JSON array of the texts that `tasks_completed` may name tasks by. */
  named_tasks: string;
}

/**
 * @param at_hand the name of the project to which it belongs if it names none
 * @param made how it was made
 */
export function toNewSession(
  input: SessionSummaryInputDto,
  at_hand: string,
  source: WriteSource,
  session_date: string | null,
  made: SummaryMaking = 'written',
): NewSession {
  const { session_id = null, branch = null, head = null, machine = null } = input;
  const decisions = maskedList(input.decisions_made ?? '');
  const completed = maskedList(input.tasks_completed ?? '');
  const session = withoutSecrets({
    summary: source.through === 'hook' ? withoutScratchpad(input.summary) : input.summary,
    projects_touched: joinList(input.projects_touched ?? ''),
    decisions_made: joinList(decisions),
    tasks_completed: joinList(completed),
    tasks_created: joinList(input.tasks_created ?? ''),
    mood: input.mood ?? null,
    ...sourceColumns(source),
    key_id: source.id,
    // What a hook takes from a session are the words of its user.
    owner_id: source.through === 'hook' ? source.owner : null,
    session_id,
    branch,
    head,
    machine,
    made,
    session_date,
  });
  return {
    ...session,
    projects_touched: session.projects_touched || at_hand,
    decisions_list: typeof decisions === 'string' ? null : JSON.stringify(decisions),
    // Without the project at hand, which may have another name when the summary is sent again.
    sent_digest: digestOf(session),
    named_tasks: JSON.stringify(entriesOf(completed)),
  };
}

/** What a model thought before it wrote: an assistant hands the answer to a compaction to its hooks as it is. */
const SCRATCHPAD = /^\s*<(analysis|thinking)>(?:[^]*?<\/\1>|[^]*?(?=<summary>))\s*/i;
const OPENING = '<summary>';

/** What stands between the tags `<summary>`, without what was thought before it. */
function withoutScratchpad(text: string): string {
  const told = text.replace(SCRATCHPAD, '').trim();
  if (!told.startsWith(OPENING)) return told || text;
  const end = told.lastIndexOf('</summary>');
  return told.slice(OPENING.length, end === -1 ? told.length : end).trim() || text;
}

/** An array's entries as they are, else the text and what stands between its commas. */
function entriesOf(list: string | readonly string[]): string[] {
  const entries = typeof list === 'string' ? [list, ...list.split(/[,\n]/)] : list;
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
}

function digestOf(session: Pick<NewSession, (typeof SUMMARY_TEXTS)[number]>): string {
  return hash('sha256', JSON.stringify(SUMMARY_TEXTS.map((field) => session[field])), 'base64url');
}
