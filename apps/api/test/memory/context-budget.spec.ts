import * as fc from 'fast-check';
import type { ContextDto } from '@groupless/shared-dto';
import { contextDatabases } from '../harness/databases/context-databases';
import { readBrief, readTask } from '../harness/data/read-brief';
import { rounds } from '../harness/data/rounds';
import { selectRows, shortenTexts, SHORTEST_CUT } from '../../src/memory/brief/budget/context-budget';
import { rendered, type ContextForm } from '../../src/memory/brief/forms/context-form';
import { JSON_FORM } from '../../src/memory/brief/forms/context-json';
import { MARKDOWN_FORM } from '../../src/memory/brief/forms/context-markdown';
import { atOnce } from '../../src/shared/time-slices';
import { isUrgent, rowsByUse } from '../../src/memory/brief/budget/context-order';
import {
  CONTEXT_LISTS,
  longTextsOf,
  rowsOf,
  withLongTexts,
  type ContextRow,
} from '../../src/memory/brief/context-rows';

const RUNS = rounds(6, 15);

const budgets = fc.oneof(
  fc.integer({ min: 200, max: 1_000 }),
  fc.integer({ min: 200, max: 20_000 }),
  fc.constantFrom(200, 100_000, 1_000_000),
);

/** What an answer shows of the stored rows, loaded in the two steps of the repository. */
function answer(stored: readonly ContextRow[], budget: number, form: ContextForm) {
  const selection = atOnce(selectRows(beginnings(stored, SHORTEST_CUT).map(form.clean), 4 * budget, form));
  const selected = new Set(selection.rows.map(keyOf));
  const loaded = beginnings(
    stored.filter((row) => selected.has(keyOf(row))),
    selection.longest_text,
  ).map(form.clean);
  const { rows, cut } = atOnce(shortenTexts(loaded, 4 * budget, form));
  return { body: rendered(form, rows), rows, cut, loaded };
}

function beginnings(rows: readonly ContextRow[], code_points: number): ContextRow[] {
  const begin = (text: string) =>
    text.length <= code_points
      ? text
      : Array.from(text.slice(0, 2 * code_points))
          .slice(0, code_points)
          .join('');
  return rows.map((row) => withLongTexts(row, longTextsOf(row).map(begin)));
}

const keyOf = ({ list, row }: ContextRow) => `${list} ${row.id}`;
const urgentOf = (rows: readonly ContextRow[]) => rows.filter(isUrgent);

describe.each([
  ['JSON', JSON_FORM],
  ['Markdown', MARKDOWN_FORM],
])('a context under a budget, as %s', (_name, form) => {
  const databases = contextDatabases.map((rows) => rows.map(form.clean));
  const holds = (property: (stored: ContextRow[], budget: number) => void) =>
    fc.assert(fc.property(databases, budgets, property), { numRuns: RUNS });

  it('is never over it, and well-formed', () => {
    holds((stored, budget) => {
      const { body } = answer(stored, budget, form);
      expect(form.count(body)).toBeLessThanOrEqual(4 * budget);
      expect(body.isWellFormed()).toBe(true);
    });
  });

  it('is everything, unchanged, if that fits', () => {
    holds((stored) => {
      const whole = rendered(form, stored);
      const longest = Math.max(form.count(whole), form.count(rendered(JSON_FORM, stored)));
      const { body, cut } = answer(stored, Math.max(200, Math.ceil(longest / 4)), form);
      expect([body === whole, cut]).toEqual([true, 0]);
    });
  });

  it('is the same each time', () => {
    holds((stored, budget) => {
      const [one, other] = [answer(stored, budget, form), answer(stored, budget, form)];
      expect([one.body === other.body, one.cut]).toEqual([true, other.cut]);
    });
  });

  it('shows every urgent task as long as these alone would fit', () => {
    holds((stored, budget) => {
      const urgent = urgentOf(stored);
      const shown = urgentOf(answer(stored, budget, form).rows);
      if (shown.length < urgent.length) {
        expect(form.count(rendered(form, urgent))).toBeGreaterThan(4 * budget);
      }
    });
  });

  it('shows no fewer urgent tasks for a bigger budget', () => {
    fc.assert(
      fc.property(databases, budgets, budgets, (stored, one, other) => {
        const [fewer, more] = [one, other]
          .sort((a, b) => a - b)
          .map((budget) => urgentOf(answer(stored, budget, form).rows).length);
        expect(fewer).toBeLessThanOrEqual(more!);
      }),
      { numRuns: RUNS },
    );
  });

  it('lacks an urgent task only where it does not fit beside the others, and then has no other task', () => {
    holds((stored, budget) => {
      const { rows } = answer(stored, budget, form);
      const shown = urgentOf(rows);
      const keys = new Set(shown.map(keyOf));
      const missing = urgentOf(stored).filter((row) => !keys.has(keyOf(row)));
      if (missing.length > 0) expect(rowsOf(rows, 'pending_tasks')).toHaveLength(shown.length);
      for (const row of missing) {
        expect(form.count(rendered(form, [...shown, row]))).toBeGreaterThan(4 * budget);
      }
    });
  });

  it('lacks only the least useful rows of any other list, and of the tasks if all urgent ones are there', () => {
    holds((stored, budget) => {
      const { rows } = answer(stored, budget, form);
      for (const list of CONTEXT_LISTS) {
        if (list === 'pending_tasks' && urgentOf(rows).length < urgentOf(stored).length) continue;
        const shown = new Set(rowsOf(rows, list).map(keyOf));
        const first = rowsOf(rowsByUse(stored), list).slice(0, shown.size);
        expect(new Set(first.map(keyOf))).toEqual(shown);
      }
    });
  });

  it('leaves a row out only where it does not fit at its shortest', () => {
    holds((stored, budget) => {
      const { rows, cut } = answer(stored, budget, form);
      if (cut > 0) return;
      for (const list of CONTEXT_LISTS) {
        const next = rowsOf(rowsByUse(stored), list)[rowsOf(rows, list).length];
        if (next === undefined || isUrgent(next)) continue;
        const longer = rendered(form, [...rows, ...beginnings([next], SHORTEST_CUT)]);
        expect(form.count(longer)).toBeGreaterThan(4 * budget);
      }
    });
  });

  it('uses most of the budget where texts are cut', () => {
    holds((stored, budget) => {
      const { body, cut } = answer(stored, budget, form);
      if (cut > 0) expect(form.count(body)).toBeGreaterThan(0.85 * 4 * budget);
    });
  });

  it('loads little more text than it could show', () => {
    holds((stored, budget) => {
      const { loaded } = answer(stored, budget, form);
      const texts = loaded.flatMap(longTextsOf).map(form.count);
      expect(texts.reduce((total, length) => total + length, 0)).toBeLessThanOrEqual(4 * 4 * budget);
    });
  });
});

describe('a context under a budget', () => {
  const holds = (property: (stored: ContextRow[], budget: number) => void) =>
    fc.assert(fc.property(contextDatabases, budgets, property), { numRuns: RUNS });

  it('counts the cut texts of the JSON, and leaves all else of a row as it is', () => {
    holds((stored, budget) => {
      const { body, cut } = answer(stored, budget, JSON_FORM);
      const context = JSON.parse(body) as ContextDto;
      let different = 0;
      for (const list of CONTEXT_LISTS) {
        const originals = new Map(rowsOf(stored, list).map(({ row }) => [row.id, row as object]));
        for (const row of context[list]) {
          const original = Object.entries(originals.get(row.id)!);
          const changed = original.filter(([name, value]) => row[name as keyof typeof row] !== value);
          for (const [name] of changed) {
            expect(row[name as keyof typeof row]).toMatch(/…$/);
            expect(longTextsOf({ list, row } as ContextRow)).toContain(row[name as keyof typeof row]);
          }
          different += changed.length;
        }
      }
      expect(different).toBe(cut);
    });
  });

  it('counts the cut texts of the brief', () => {
    holds((stored, budget) => {
      const { body, rows, cut } = answer(stored, budget, MARKDOWN_FORM);
      const items = readBrief(body);
      let different = 0;
      for (const list of CONTEXT_LISTS) {
        const shown = rowsOf(rows, list).map(({ row }) => row.id);
        expect(items[list]).toHaveLength(shown.length);
        shown.forEach((id, index) => {
          const original = rowsOf(stored, list).find(({ row }) => row.id === id)!;
          const texts = longTextsOf(MARKDOWN_FORM.clean(original)).map(MARKDOWN_FORM.encode);
          different += texts.filter((text) => !items[list][index]!.includes(text)).length;
        });
      }
      expect(different).toBe(cut);
    });
  });

  it('shows each task in the brief so that its exact text can be read back', () => {
    holds((stored, budget) => {
      const { body, rows } = answer(stored, budget, MARKDOWN_FORM);
      const tasks = rowsOf(rows, 'pending_tasks').map(({ row }) => row.task);
      expect(readBrief(body).pending_tasks.map(readTask)).toEqual(tasks);
    });
  });

  it('has no heading, fence or rule in the brief but its own', () => {
    const own =
      /^(`{6}(memory)?|## (Pending tasks|State|Projects \(priority, status, age\)|People|Sessions, by .*)|### .*)$/;
    holds((stored, budget) => {
      const lines = answer(stored, budget, MARKDOWN_FORM).body.split(/[\n\v\f\r\u0085\u2028\u2029]/);
      const suspicious = lines.filter((line) => /^(- )?\s*(#|```|~~~|[-=*_ ]+$|<[a-z/!?])/.test(line));
      expect(suspicious.filter((line) => !own.test(line))).toEqual([]);
    });
  });
});
