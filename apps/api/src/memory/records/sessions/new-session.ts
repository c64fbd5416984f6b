import type { WriteWay } from '@groupless/shared-dto';

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
  /** The user whose session it is, of what a hook takes from it; null: it is the team's. */
  owner_id: string | null;
  session_id: string | null;
  branch: string | null;
  head: string | null;
  machine: string | null;
  /** When the session ended, in RFC 3339; null: now. */
  session_date: string | null;
}
