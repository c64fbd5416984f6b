import { recall } from '../../../../switch-cli/src/memory-client/hooks/recall';
import { renewProject } from '../../../../switch-cli/src/memory-client/project/known-projects';
import { changeSession, newSession } from '../../../../switch-cli/src/memory-client/store/session-state';
import { MemoryApi } from '../../../../switch-cli/src/memory-client/server/memory-api';
import { tellBrief } from '../../../../switch-cli/src/memory-client/store/told';
import type { Environment } from '../../../../switch-cli/src/program/environment';
import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import { eventually } from '../../harness/data/times';
import { countRows } from '../../harness/databases/rows';
import { questions, rows, type MadeRow } from './recall-questions';
import { MEMORY_API_KEY, Scene } from './sessions';

/**
 * Of those that have an answer, and of those that have none. Before recalls looked at how much of a request a row has, it were
 * 40 of 90 and 21 of 30.
 */
const RIGHT_FLOOR = 0.85;
const SILENT_FLOOR = 0.9;

const DAY_MS = 86_400_000;

describe('140 requests of new sessions, about a memory of 300 rows', () => {
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

  /** As assistants store it: the decisions of a summary are rows of their own then. */
  async function fill(project: string): Promise<void> {
    const own = rows.filter((row) => row.project === project);
    const of = (...kinds: MadeRow['kind'][]) => own.filter(({ kind }) => kinds.includes(kind));
    const daysAgo = (place: number) => new Date(Date.now() - (29 - (place % 28)) * DAY_MS).toISOString();
    for (const { text } of of('state')) {
      const [key, value] = text;
      await store('assistant-update-state', { key, value, project });
    }
    for (const { text } of of('task')) {
      await store('assistant-task', { action: 'create', task: text[0], project });
    }
    for (const [place, { text }] of of('session', 'extract').entries()) {
      const [summary, ...decisions_made] = text;
      const ended_at = daysAgo(place);
      await store('assistant-session-summary', {
        ...{ summary, decisions_made, ended_at },
        projects_touched: project,
      });
    }
    const messages = of('chat').flatMap(({ text: [user = '', assistant = ''] }, place) =>
      [user, assistant].map((text, index) => ({
        external_id: `turn-${place}-${index}`,
        role: index === 0 ? 'user' : 'assistant',
        text,
        timestamp: daysAgo(place),
      })),
    );
    if (messages.length === 0) return;
    const chat = encodeURIComponent(`project:github.com/ada/${project}`);
    await post(`/api/memory/chats/${chat}/messages`, { messages });
  }

  const store = async (webhook: string, body: object) => post(await scene.app.webhook(webhook), body);
  async function post(address: string, body: object): Promise<void> {
    const { status, text } = await scene.app.http.post(address).set('x-api-key', MEMORY_API_KEY).send(body);
    expect([text, status < 300]).toEqual([text, true]);
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

  async function marksOfBrief(): Promise<string[]> {
    const { headers } = await scene.app.http
      .get(`${await scene.app.webhook('assistant-context')}?project=shop&budget=20000`)
      .set({ 'x-api-key': MEMORY_API_KEY, accept: 'text/markdown' });
    return String(headers['x-context-told']).split(',');
  }

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
    tellBrief(environment, 'briefed', '', await marksOfBrief());
    expect(await again('briefed')).toBe('');
  });

  it('are answered by a search where the server cannot recall yet', async () => {
    const question = 'What is the deploy server?';
    scene.door.missing = ['/api/memory/recall'];
    try {
      expect(await ask(question, 'before')).toContain('10.0.0.5');
      expect(await ask(question, 'before')).toBe('');
      const brief = '## State\n- deploy_server (config, 3d): 10.0.0.5, reached as deploy@10.0.0.5\n';
      tellBrief(environment, 'briefed before', brief);
      expect(await ask(question, 'briefed before')).toBe('');
    } finally {
      scene.door.missing = [];
    }
  });

  it('have what was done at a time, if they ask for it, and no state of then', async () => {
    for (const question of ['What did we do last week?', 'Was war letzte Woche?']) {
      const printed = await ask(question);
      expect(printed).toMatch(/^- (?:session|decision), /m);
      expect(printed).not.toMatch(/^- (?:state|task|chat), /m);
    }
  });

  it('are never told a decision that was withdrawn', async () => {
    const decision = 'Coupons may be combined with the summer sale';
    const question = `${decision.replace('Coupons may', 'May coupons')}?`;
    const summary = 'Talked with the owner about the campaign.';
    const projects_touched = 'shop';
    await store('assistant-session-summary', { summary, decisions_made: [decision], projects_touched });
    expect(await ask(question)).toContain(decision);
    await store('assistant-session-summary', {
      ...{ summary: 'The owner has changed his mind.', projects_touched },
      decisions_withdrawn: [decision],
    });
    expect(await ask(question)).not.toContain('combined');
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
