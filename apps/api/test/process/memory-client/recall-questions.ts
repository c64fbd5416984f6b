import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of a made memory, as its kind needs it: key and value, summary and decision, request and answer. */
export interface MadeRow {
  kind: 'state' | 'task' | 'session' | 'extract' | 'chat';
  project: string;
  text: string[];
}

export interface RecallQuestion {
  question: string;
  /** The place of the row that answers; null: there is none. */
  row: number | null;
  /** The recall was tuned with one half of the questions, and is judged by the other. */
  half: 'tuned' | 'reported';
}

const FILE = join(__dirname, '../../harness/data/recall-questions.json');

export const { rows, questions } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  rows: MadeRow[];
  questions: RecallQuestion[];
};
