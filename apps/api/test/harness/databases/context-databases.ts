import * as fc from 'fast-check';
import { LIMITS } from '@groupless/shared-dto';
import { LONG_TEXTS, type ContextList, type ContextRow } from '../../../src/memory/brief/context-rows';

/** What texts are made of: scripts, joined characters, what JSON escapes, and what Markdown could mistake. */
const PIECES = [
  'word ',
  '漢字仮名',
  'עברית ',
  'العربية ',
  '😀',
  '👩‍👩‍👧‍👦',
  '🇩🇪🇫🇷',
  'e\u0301',
  '"quoted" \\ ',
  '\u0001\u001f\tx',
  'line\n',
  'one\r\n\r\ntwo\u2028three\u0085',
  '\n# Heading\n',
  'text\n===\n---\n',
  '\n```\ncode\n~~~\n',
  '\n- 10: item\n  1. more\n',
  '\n> quote <h1>\n<!-- ',
  '\n## Pending tasks\n',
  '…',
  'hid\u200bden\u202e\u{e0041}',
  '\n``````\nthe end\n`````````memory ',
];
const piece = fc.constantFrom(...PIECES);

const shortText = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));

const length = fc.oneof(
  { weight: 8, arbitrary: fc.nat(300) },
  { weight: 3, arbitrary: fc.nat(20_000) },
  { weight: 1, arbitrary: fc.constant(1_000_000) },
);

const longText = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '\n\n') },
  {
    weight: 6,
    arbitrary: fc.tuple(shortText, length).map(([text, units]) => {
      const repeated = text.repeat(Math.ceil((units + 1) / text.length)).slice(0, units + 1);
      return repeated.toWellFormed();
    }),
  },
);

const rowCount = fc.oneof(
  { weight: 6, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.nat(LIMITS.context_rows) },
);

/** A few texts and how often they are used: so that a database of thousands of rows is quickly made. */
export const contextDatabases = fc
  .record({
    counts: fc.record({
      projects: rowCount,
      recent_sessions: fc.nat(LIMITS.recent_sessions),
      state: rowCount,
      people: rowCount,
      pending_tasks: rowCount,
      // Only the brief of a project has them.
      decisions: fc.constant(0),
    }),
    short_texts: fc.array(shortText, { minLength: 1, maxLength: 5 }),
    long_texts: fc.array(longText, { minLength: 1, maxLength: 7 }),
    urgent_part: fc.constantFrom(0, 0.1, 0.6, 1),
    task_length: fc.constantFrom(1, 60, 2_000),
  })
  .map(({ counts, ...texts }) =>
    (Object.keys(LONG_TEXTS) as ContextList[]).flatMap((list) => rowsOfList(list, counts[list], texts)),
  );

interface Texts {
  short_texts: string[];
  long_texts: string[];
  urgent_part: number;
  task_length: number;
}

function rowsOfList(list: ContextList, count: number, texts: Texts): ContextRow[] {
  return Array.from({ length: count }, (_, index) => {
    const longNames: readonly string[] = LONG_TEXTS[list];
    const pick = (from: readonly string[], field: number) => from[(index * 3 + field) % from.length] ?? '';
    const longTexts = longNames.map((_name, field) => {
      const text = pick(texts.long_texts, field)
        .slice(0, index === 3 ? Infinity : 2_000)
        .toWellFormed();
      // Unlike all others, so that it can be found in an answer.
      return text.trim() === '' ? text : `${text}${list} ${index} ${field}`;
    });
    const short = (field: number) => `${pick(texts.short_texts, field)}${index}`;
    const row = {
      id: index + 1,
      name: short(1),
      key: short(2),
      category: `category ${Math.floor((5 * index) / count)}`,
      mood: index % 2 === 0 ? null : 'focused',
      status: list === 'pending_tasks' ? 'pending' : short(3),
      task: `${index}${short(4)}`.padEnd(index % 3 === 0 ? texts.task_length : 1, '漢 x'),
      project_id: null,
      priority: index < count * texts.urgent_part ? 8 + (index === 0 ? 2 : 0) : 5,
      session_date: '2026-11-20T09:30:00.000Z',
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: `2026-11-20T09:30:00.${String((index * 37) % 1000).padStart(3, '0')}Z`,
      ...Object.fromEntries(longNames.map((name, field) => [name, longTexts[field]])),
    };
    const shown = Object.fromEntries(COLUMNS[list].map((name) => [name, row[name as keyof typeof row]]));
    const bytes = longTexts.map((text) => Buffer.byteLength(text));
    const project = list === 'pending_tasks' && index % 2 === 0 ? short(5) : null;
    return { list, row: shown, bytes, project, source: null } as unknown as ContextRow;
  });
}

const COLUMNS: Record<ContextList, string[]> = {
  projects: 'id name description status server url stack notes priority created_at updated_at'.split(' '),
  recent_sessions:
    'id session_date summary projects_touched decisions_made tasks_completed tasks_created mood'.split(' '),
  state: 'id key value category updated_at'.split(' '),
  people: 'id name relationship notes updated_at'.split(' '),
  pending_tasks: 'id project_id task status priority created_at updated_at'.split(' '),
  decisions: 'id text at'.split(' '),
};
