import type { ReadyDto } from '@groupless/shared-dto';
import { randomBytes } from 'node:crypto';
import { itUnderFire, prove } from '../harness/hostile/fire';
import { sendRaw } from '../harness/http/raw-http';
import { startProbed } from '../harness/programs/probed-program';
import { makeDataFolder, postJson, type DataFolder } from '../harness/programs/running-program';

jest.setTimeout(600_000);

const itAlone = itUnderFire('what a memory of 30 MB does to others');
const LIMIT_MS = 50;
const TRIES = 3;
const VALUE = 65_536;
const ENTRIES = 440;
/** Most of what the context can hold of it. */
const SESSIONS = 10;
const PASSWORD = 'correct horse battery staple';

/** What people write: prose, other scripts, Markdown, code, and one word without end. */
const PIECES = [
  'The server moved to the new address, and its backup runs at night. ',
  'Сервер переехал на новый адрес, резервная копия делается ночью. ',
  '\n## Decisions\n\n- keep the old URLs\n- [ ] move `deploy.sh`\n',
  '\n```sh\ncurl --fail https://example.com/health || exit 1\n```\n',
  'サーバーは新しい住所に移りました。👩‍👩‍👧‍👦 ',
  'W',
  'TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQ',
  '\n',
];

describe('a memory of 30 MB', () => {
  let data: DataFolder;
  let probed: Awaited<ReturnType<typeof startProbed>>;
  let port: number;
  let bearer: { authorization: string };
  let times = 0;
  beforeAll(async () => {
    data = makeDataFolder();
    probed = await startProbed({
      DATA_DIR: data.path,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'silent',
      SWITCH_API_KEY: randomBytes(32).toString('hex'),
    });
    port = Number(new URL(probed.program.base_url).port);
    bearer = await probed.program.logIn(PASSWORD);
    await fill();
  });
  afterAll(async () => {
    await probed?.program.kill('SIGTERM');
    await data?.remove();
  });

  async function change(index: number): Promise<void> {
    const entry = { key: `key ${index}`, value: textOf(index + (times += 1), VALUE) };
    expect((await postJson(probed.program.webhook('assistant-update-state'), entry)).status).toBeLessThan(
      202,
    );
  }

  async function fill(): Promise<void> {
    const summary = probed.program.webhook('assistant-session-summary');
    for (let index = 0; index < ENTRIES; index++) await change(index);
    for (let index = 0; index < SESSIONS; index++) {
      const list = textOf(index, VALUE / 4);
      const lists = {
        projects_touched: list,
        decisions_made: list,
        tasks_completed: list,
        tasks_created: list,
      };
      expect((await postJson(summary, { summary: textOf(index, VALUE), ...lists })).status).toBe(201);
    }
  }

  async function ask(path: string) {
    await probed.look();
    const asked_at = performance.now();
    const { status, text } = await sendRaw(port, { path, headers: bearer });
    const ms = performance.now() - asked_at;
    return { status, ms, megabytes: text.length / 1e6, turn_ms: (await probed.look()).longest_turn_ms };
  }

  /** What nobody has judged yet is held back from briefs: each of them judges a second's worth of it. */
  async function askUntilJudged() {
    const asked = [];
    do asked.push(await ask(`${CONTEXT}?format=markdown&budget=4000`));
    while (await isAnyUnjudged());
    return asked;
  }

  async function isAnyUnjudged(): Promise<boolean> {
    const ready = await sendRaw(port, { path: '/api/health/ready' });
    return (JSON.parse(ready.text) as ReadyDto).memory_index.waiting > 0;
  }

  itAlone(`holds the event loop for at most ${LIMIT_MS} ms, in whatever form it is asked for`, async () => {
    const judging = await askUntilJudged();
    const tooLong: string[] = [];
    let worst = { name: '', turn_ms: 0 };
    let whole = judging[0]!;
    for (const path of FORMS) {
      let least = await ask(path);
      for (let tried = 1; tried < TRIES; tried++) {
        const again = await ask(path);
        if (again.turn_ms < least.turn_ms) least = again;
      }
      expect([path, least.status]).toEqual([path, 200]);
      if (path === FORMS[0]) whole = least;
      if (least.turn_ms > worst.turn_ms) worst = { name: path, turn_ms: least.turn_ms };
      if (least.turn_ms > LIMIT_MS) tooLong.push(`${path}: ${least.turn_ms.toFixed(1)} ms`);
    }
    expect(judging.filter(({ status, turn_ms }) => status !== 200 || turn_ms > 2 * LIMIT_MS)).toEqual([]);
    expect(tooLong).toEqual([]);
    expect(whole.megabytes).toBeGreaterThan((ENTRIES * VALUE) / 1e6 - 1);
    prove({
      asvs: '15.1.3, 15.2.2',
      promise: `A context of 30 MB blocks the event loop for no more than ${LIMIT_MS} ms.`,
      figure: `${FORMS.length} forms: at most ${worst.turn_ms.toFixed(1)} ms of CPU (\`${worst.name}\`); the whole brief after ${(whole.ms / 1_000).toFixed(1)} s; ${judging.length} briefs judged it, at most ${Math.max(...judging.map(({ turn_ms }) => turn_ms)).toFixed(1)} ms`,
    });
  });
});

const CONTEXT = '/api/memory/context';
const FORMS = [
  `${CONTEXT}?format=markdown`,
  `${CONTEXT}?format=markdown&budget=1000000`,
  `${CONTEXT}?format=markdown&budget=4000`,
  `${CONTEXT}?format=json&budget=1000000`,
  CONTEXT,
];

/** Begins elsewhere each time, and is of one piece more than of the others. */
function textOf(index: number, units: number): string {
  const most = PIECES[index % PIECES.length]!;
  const mixed = PIECES.map((_, place) => PIECES[(place + index) % PIECES.length]! + most.repeat(20)).join('');
  // No half of a pair, and no code point more than there may be.
  return mixed
    .repeat(Math.ceil(units / mixed.length))
    .slice(0, units)
    .toWellFormed()
    .trim();
}
