import { recall } from '../../../../switch-cli/src/memory-client/hooks/recall';
import { renewProject } from '../../../../switch-cli/src/memory-client/project/known-projects';
import { changeSession, newSession } from '../../../../switch-cli/src/memory-client/store/session-state';
import { MemoryApi } from '../../../../switch-cli/src/memory-client/server/memory-api';
import { tellBrief } from '../../../../switch-cli/src/memory-client/store/told';
import type { Environment } from '../../../../switch-cli/src/program/environment';
import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import { eventually } from '../../harness/data/times';
import { countRows, insertRows } from '../../harness/databases/rows';
import { questions, rows, type MadeRow } from './recall-questions';
import { MEMORY_API_KEY, Scene } from './sessions';

jest.setTimeout(120_000);

/**
 * Of those that have an answer, and of those that have none. Before recalls looked at how much of a request a row has, it were
 * 40 of 90 and 21 of 30.
 */
const RIGHT_FLOOR = 0.85;
const SILENT_FLOOR = 0.9;

const DAY_MS = 86_400_000;

describe('120 requests of new sessions, about a memory of 300 rows', () => {
  let scene: Scene;
  let environment: Environment;
  let ask: (prompt: string, session_id?: string) => Promise<string>;
  beforeAll(async () => {
    scene = await Scene.open();
    const { app, door, machine } = scene;
    environment = {
      variables: machine.environment,
      home: machine.home,
      cwd: machine.folder,
      platform: process.platform,
    };
    const api = new MemoryApi(environment, { url: door.url, key: MEMORY_API_KEY }, () => 10_000);
    for (const name of ['shop', 'blog']) {
      await renewProject(environment, api, `github.com/ada/${name}`);
      await fill(name);
    }
    await eventually(async () => {
      await app.app.get(SearchIndexService).catchUp();
      return (await countRows(app.memory, 'search_queue')) === 0;
    });
    let asked = 0;
    ask = async (prompt, session_id = `asking-${asked++}`) => {
      const session = newSession(session_id, machine.folder, 'github.com/ada/shop', new Date());
      await changeSession(environment, session_id, () => session);
      const input = {
        ...{ event: 'UserPromptSubmit', client: null, session_id, transcript_path: '/none' },
        ...{ cwd: machine.folder, source: '', prompt, last_answer: '', compact_summary: '' },
      };
      const printed = await recall({
        ...{ environment, api, input, now: () => new Date() },
        ...{ remainingMs: () => 10_000, canRead: () => true, isPaused: false },
      });
      if (printed === '') return '';
      const output = JSON.parse(printed) as { hookSpecificOutput: { additionalContext: string } };
      return output.hookSpecificOutput.additionalContext;
    };
  });
  afterAll(() => scene.close());

  async function fill(project: string): Promise<void> {
    const { app } = scene;
    const { rows: found } = await app.memory.query<{ id: number }>(
      'select id from assistant_projects where name = $1',
      [project],
    );
    const project_id = found[0]?.id;
    const own = rows.filter((row) => row.project === project);
    const of = (...kinds: MadeRow['kind'][]) => own.filter(({ kind }) => kinds.includes(kind));
    const daysAgo = (place: number) => new Date(Date.now() - (100 - (place % 90)) * DAY_MS).toISOString();
    await insertRows(
      app.memory,
      'assistant_state',
      of('state').map(({ text: [key = '', value = ''] }) => ({ key, value, project_id })),
    );
    const tasks = of('task').map(({ text: [task = ''] }) => ({ task, project_id }));
    if (tasks.length > 0) await insertRows(app.memory, 'assistant_tasks', tasks);
    await insertRows(
      app.memory,
      'assistant_sessions',
      of('session', 'extract').map(({ text: [summary = '', decision = ''] }, place) => ({
        ...{ summary, decisions_made: decision, projects_touched: project, session_date: daysAgo(place) },
      })),
    );
    const turns = of('chat').flatMap(({ text: [user = '', assistant = ''] }, place) =>
      [user, assistant].map((text, index) => ({
        external_id: `turn-${place}-${index}`,
        role: index === 0 ? 'user' : 'assistant',
        text,
        timestamp: daysAgo(place),
      })),
    );
    if (turns.length === 0) return;
    await app.http
      .post(`/api/memory/chats/${encodeURIComponent(`project:github.com/ada/${project}`)}/messages`)
      .set('x-api-key', MEMORY_API_KEY)
      .send({ messages: turns })
      .expect(200);
  }

  /** Whether what was printed holds the row that answers. */
  function isRight(printed: string, { kind, text: [first = '', second = ''] }: MadeRow): boolean {
    const lines = printed.toLowerCase();
    const begins = (text: string) => text !== '' && lines.includes(text.slice(0, 40).toLowerCase());
    switch (kind) {
      case 'state':
        return begins(`: ${first}: `);
      case 'chat':
        return begins(second);
      default:
        return begins(first) || begins(second);
    }
  }

  it('get the row that answers among at most three, and nothing where there is none', async () => {
    const wrong: string[] = [];
    const shares = { all: new Shares(), tuned: new Shares(), reported: new Shares() };
    for (const { question, row, half } of questions) {
      const printed = await ask(question);
      const answer = row === null ? undefined : rows[row];
      const isGood = answer === undefined ? printed === '' : isRight(printed, answer);
      for (const share of [shares.all, shares[half]]) share.count(answer !== undefined, isGood);
      if (!isGood) wrong.push(`${half}: ${question}\n${printed}`);
      expect(printed.split('\n- ').length).toBeLessThanOrEqual(4);
    }
    // The half that it was not tuned with is the one that says something.
    for (const half of ['all', 'reported'] as const) {
      const { right, silent } = shares[half];
      const isEnough = [share(right) >= RIGHT_FLOOR, share(silent) >= SILENT_FLOOR];
      expect([half, right, silent, isEnough, wrong]).toEqual([half, right, silent, [true, true], wrong]);
    }
  });

  it('are told nothing that the brief has said, and no row twice', async () => {
    const question = 'What is the deploy server?';
    const first = await ask(question);
    expect(first).toContain('deploy_server: 10.0.0.5');
    const line = first.split('\n').find((text) => text.includes('10.0.0.5')) ?? '';
    // The question of an earlier session is no answer to it.
    expect(first).not.toContain('First request');
    expect(first.indexOf(line)).toBe(first.lastIndexOf(line));
    const again = (session: string) => ask(question, session);
    expect(await again('twice')).toContain('10.0.0.5');
    expect(await again('twice')).toBe('');
    tellBrief(
      environment,
      'briefed',
      '## State\n- deploy_server (config, 3d): 10.0.0.5, reached as deploy@10.0.0.5\n',
    );
    expect(await again('briefed')).toBe('');
    tellBrief(environment, 'briefed', '## State\n- other_server (config, 3d): 10.0.0.9\n');
    expect(await again('briefed')).toContain('10.0.0.5');
  });
});

/** How many of how many questions were answered as they should. */
type Share = [good: number, of: number];

class Shares {
  readonly right: Share = [0, 0];
  readonly silent: Share = [0, 0];

  count(hasAnswer: boolean, isGood: boolean): void {
    const share = hasAnswer ? this.right : this.silent;
    share[0] += Number(isGood);
    share[1]++;
  }
}

function share([good, of]: Share): number {
  return good / of;
}
