import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const PROJECTS = ['booking', 'website', 'warehouse'];
const WORK = [
  'Moved the form to the new API and removed the old endpoints. Two tests of the calendar failed because of the time zone; both are mended.',
  'Rewrote the import of clients: it streams now, and a broken line no longer stops the rest. Measured with a file of a million lines.',
  'Looked into slow lists. An index was missing on the date; with it the first page takes 12 ms instead of 900. Documented in the handbook.',
];

/** What an assistant would have stored in thirty sessions, in turns over three projects. */
function sessions() {
  return Array.from({ length: 30 }, (_, index) => ({
    session_date: `2026-10-${String(index + 1).padStart(2, '0')}T09:30:00Z`,
    summary: `Session ${index}. ${WORK[index % 3]} ${WORK[(index + 1) % 3]} Left open: step ${index + 1} of the plan.`,
    projects_touched: PROJECTS[index % 3],
    decisions_made: `decision ${index}: keep the old URLs for ${index + 2} months because partners still link to them`,
    tasks_completed: `replace part ${index} of the booking form, add tests for it`,
    tasks_created: `remove part ${index} of the old form`,
  }));
}

describe('thirty sessions over three projects', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
    await emptyMemory(t.memory);
    await insertRows(
      t.memory,
      'assistant_projects',
      PROJECTS.map((name, index) => ({ name, description: `The ${name} of the shop`, priority: 9 - index })),
    );
    await insertRows(t.memory, 'assistant_sessions', sessions());
    await insertRows(
      t.memory,
      'assistant_tasks',
      Array.from({ length: 20 }, (_, index) => ({
        task: `Do the small thing number ${index}`,
        priority: (index % 7) + 1,
      })),
    );
    await insertRows(
      t.memory,
      'assistant_state',
      Array.from({ length: 30 }, (_, index) => ({
        key: `server ${index}`,
        value: `10.0.0.${index}, Debian 12, nginx, managed by hand`,
      })),
    );
  });
  afterAll(() => t.close());

  it.each(PROJECTS)(
    'are in 4,000 tokens as far as they are of %s: nine of ten, and every decision',
    async (project) => {
      const { text } = await t.http
        .get(await t.webhook('assistant-context'))
        .query({ project, budget: 4_000 })
        .set('accept', 'text/markdown')
        .expect(200);
      const own = sessions().filter(({ projects_touched }) => projects_touched === project);
      const shown = own.filter(({ summary }) => text.includes(summary.slice(0, 60)));
      expect(shown.length).toBeGreaterThanOrEqual(9);
      expect(own.filter(({ decisions_made }) => !text.includes(decisions_made))).toEqual([]);
    },
  );
});
