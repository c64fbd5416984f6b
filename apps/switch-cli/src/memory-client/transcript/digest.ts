import { createHash } from 'node:crypto';
import type { Fact } from './facts';

const MOST_FILES = 40;
const MOST_TASKS = 40;
const LONGEST_EXCERPT = 2_000;

/** What happened in a session since its last summary: what a summary needs if nobody writes one. */
export interface Digest {
  requests: number;
  first_request: string;
  last_answer: string;
  files: string[];
  done: string[];
  open: string[];
  /** Calls that store a summary and have not ended yet. */
  saving: string[];
}

export const EMPTY_DIGEST: Digest = {
  requests: 0,
  first_request: '',
  last_answer: '',
  files: [],
  done: [],
  open: [],
  saving: [],
};

export function digested(digest: Digest, fact: Fact): Digest {
  switch (fact.kind) {
    case 'turn':
      if (fact.role === 'assistant') return { ...digest, last_answer: excerptOf(fact.text) };
      return {
        ...digest,
        requests: digest.requests + 1,
        first_request: digest.first_request || excerptOf(fact.text),
      };
    case 'file':
      return { ...digest, files: added(digest.files, fact.path, MOST_FILES) };
    case 'task': {
      const title = excerptOf(fact.title);
      const open = digest.open.filter((one) => one !== title);
      return fact.is_done
        ? { ...digest, open, done: added(digest.done, title, MOST_TASKS) }
        : { ...digest, open: added(open, title, MOST_TASKS) };
    }
    case 'saving':
      return { ...digest, saving: [...digest.saving, fact.id] };
    case 'called':
      if (!digest.saving.includes(fact.id)) return digest;
      // The summary that the assistant has stored covers all that was before.
      if (fact.is_ok) return EMPTY_DIGEST;
      return { ...digest, saving: digest.saving.filter((id) => id !== fact.id) };
  }
}

/** The summary of a session that stored none itself. It says so. */
export function summaryOf(digest: Digest, commits: readonly string[]): string {
  const lines = [
    `First request: ${digest.first_request}`,
    digest.last_answer === '' ? 'There was no answer.' : `Last answer: ${digest.last_answer}`,
    ...(digest.requests > 1 ? [`Requests: ${digest.requests}`] : []),
    ...section('Files', digest.files),
    ...section('Commits', commits),
    ...section('Tasks done', digest.done),
    ...section('Tasks left', digest.open),
    'Source: the transcript, put together by assistant-memory; the assistant stored no summary itself.',
  ];
  return lines.join('\n');
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function section(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`${title}: ${entries.join('; ')}`];
}

function added(list: string[], entry: string, most: number): string[] {
  return list.includes(entry) || list.length >= most ? list : [...list, entry];
}

function excerptOf(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST_EXCERPT)];
  return letters.length > LONGEST_EXCERPT
    ? `${letters.slice(0, LONGEST_EXCERPT).join('')}…`
    : letters.join('');
}
