import type { SearchHitDto } from '@groupless/shared-dto';
import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { sessionsOf, THREE_PROJECTS } from '../../harness/data/three-projects';
import { eventually } from '../../harness/data/times';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';

/** So many of the forty have to be answered; with the memory as it was before decisions were rows, it were fewer. */
const FLOOR = 39;
const DAY_MS = 86_400_000;
const withKey = { 'x-api-key': MEMORY_API_KEY };

describe('forty questions of new sessions, about three projects with 25 sessions each', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    await emptyMemory(t.memory);
    for (const [place, project] of THREE_PROJECTS.entries()) {
      const project_id = 40_001 + place;
      await insertRows(t.memory, 'assistant_projects', [
        { id: project_id, name: project.name, url: `github.com/ada/${project.name}` },
      ]);
      const state = Object.entries(project.state).map(([key, value]) => ({ key, value, project_id }));
      await insertRows(t.memory, 'assistant_state', state);
      await insertRows(
        t.memory,
        'assistant_tasks',
        project.tasks.map((task) => ({ task, project_id })),
      );
      const told = sessionsOf(project).map(([summary, decision = ''], n) => ({
        summary,
        decisions_made: decision,
        projects_touched: project.name,
        session_date: new Date(Date.now() - (26 - n) * DAY_MS).toISOString(),
      }));
      await insertRows(t.memory, 'assistant_sessions', told);
      const address = await t.webhook('assistant-session-summary');
      const withdrawal = {
        summary: 'Took stock.',
        projects_touched: project.name,
        decisions_withdrawn: project.withdrawn,
      };
      const { body } = await t.http.post(address).set(withKey).send(withdrawal).expect(201);
      expect(body.unknown_decisions).toEqual([]);
    }
    await eventually(async () => {
      await t.app.get(SearchIndexService).catchUp();
      return (await countRows(t.memory, 'search_queue')) === 0;
    });
  });
  afterAll(() => t.close());

  const briefOf = async (project: string, budget = 4_000) =>
    (
      await t.http
        .get(await t.webhook('assistant-context'))
        .query({ project, budget })
        .set({ ...withKey, accept: 'text/markdown' })
        .expect(200)
    ).text;
  const hitsOf = async (q: string, project: string) =>
    (await t.http.get('/api/memory/search').query({ q, project, limit: 3 }).set(withKey).expect(200)).body
      .items as SearchHitDto[];
  const plain = (hit: SearchHitDto | undefined) =>
    `${hit?.title} ${hit?.excerpt.replaceAll(/<\/?mark>/g, '')}`.toLowerCase();

  it('are answered by the brief of 4,000 tokens, or by the first hit', async () => {
    const unanswered: string[] = [];
    let asked = 0;
    for (const { name, questions } of THREE_PROJECTS) {
      const brief = (await briefOf(name)).toLowerCase();
      for (const [question, answer] of questions) {
        asked++;
        const [first] = await hitsOf(question, name);
        const isAnswered = [brief, plain(first)].some((text) => text.includes(answer.toLowerCase()));
        if (!isAnswered) unanswered.push(`${name}: ${question} ${plain(first)}`);
      }
    }
    expect(asked).toBe(40);
    expect([unanswered.length <= 40 - FLOOR, unanswered]).toEqual([true, unanswered]);
  });

  it('are answered by the first hit alone where the words are those of the answer', async () => {
    for (const { name, sessions } of THREE_PROJECTS)
      for (const [, decision] of sessions) {
        if (decision === undefined) continue;
        const [first] = await hitsOf(decision, name);
        const isWithdrawn = THREE_PROJECTS.some(({ withdrawn }) => withdrawn.includes(decision));
        if (!isWithdrawn) expect([name, first?.kind, first?.title]).toEqual([name, 'decision', decision]);
      }
  });

  it('never have a withdrawn decision first, and never one in a brief', async () => {
    for (const { name, withdrawn } of THREE_PROJECTS)
      for (const text of withdrawn) {
        expect(await briefOf(name, 16_000)).not.toContain(text);
        const [first] = await hitsOf(text, name);
        expect(first).not.toHaveProperty('is_withdrawn');
        expect(first?.title).not.toBe(text);
      }
  });

  it('about one project are not answered with another', async () => {
    const [shop = '', mobile = '', infra = ''] = await Promise.all(
      THREE_PROJECTS.map(({ name }) => briefOf(name)),
    );
    expect([shop.includes('Flutter'), mobile.includes('Stripe'), infra.includes('cents')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([shop.includes('22.11'), mobile.includes('20.18')]).toEqual([true, true]);
  });
});
