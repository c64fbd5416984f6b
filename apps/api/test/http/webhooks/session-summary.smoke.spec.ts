import type { SessionDto, SessionSummaryResultDto } from '@groupless/shared-dto';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, emptyMemory } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { INSTANT } from '../../harness/data/times';

const LISTS = ['projects_touched', 'decisions_made', 'tasks_completed', 'tasks_created'] as const;

describe('a session summary', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-session-summary');
  });
  afterAll(() => t.close());

  const send = (body: object) => t.http.post(address).send(body);

  async function store(body: object): Promise<SessionDto> {
    const response = await send(body).expect(201);
    return (response.body as SessionSummaryResultDto).session;
  }

  it('is stored anew where its key and its session are placeholders, and says so', async () => {
    const tell = (summary: string) =>
      t.http
        .post(address)
        .set('idempotency-key', '{{ $json.id }}')
        .send({ summary, session_id: 'undefined' })
        .expect(201);
    await tell('One');
    const { body } = await tell('Two');
    expect(body).toMatchObject({
      result: 'created',
      warnings: [expect.stringContaining('Idempotency-Key'), expect.stringContaining('session_id')],
    });
  });

  it('is stored and answered as a row', async () => {
    const { body, headers } = await send({
      summary: 'Moved the form',
      projects_touched: 'website, booking',
      decisions_made: 'keep the old URLs',
      tasks_completed: 'replace the form',
      tasks_created: 'remove the old form',
      mood: 'focused',
    }).expect(201);
    expect(body).toEqual({
      result: 'created',
      session: {
        id: expect.any(Number),
        session_date: expect.stringMatching(INSTANT),
        summary: 'Moved the form',
        projects_touched: 'website, booking',
        decisions_made: 'keep the old URLs',
        tasks_completed: 'replace the form',
        tasks_created: 'remove the old form',
        mood: 'focused',
      },
      still_pending: [],
      unknown_projects: ['booking', 'website'],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('needs no more than the summary', async () => {
    const { projects_touched, decisions_made, tasks_completed, tasks_created, mood } = await store({
      summary: 'Short',
    });
    expect([projects_touched, decisions_made, tasks_completed, tasks_created, mood]).toEqual([
      '',
      '',
      '',
      '',
      null,
    ]);
  });

  it('is dated by the server', async () => {
    const before = Date.now();
    const { session_date } = await store({ summary: 'Now' });
    // The database rounds to the next millisecond.
    expect(Date.parse(session_date)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(session_date)).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('cannot be dated by the caller', async () => {
    const response = await send({ summary: 'Then', session_date: '2020-01-01T00:00:00.000Z' });
    expect(refusedFields(response)).toEqual([['session_date', 'unknown_field']]);
  });

  it('makes a row for each call without an Idempotency-Key', async () => {
    await emptyMemory(t.memory);
    await store({ summary: 'Twice' });
    await store({ summary: 'Twice' });
    expect(await countRows(t.memory, 'assistant_sessions')).toBe(2);
  });

  it('keeps every character of its texts', async () => {
    const text = '  \tTwo\r\nlines \u00a0 "quoted" \\ 😀 e\u0301 \n ';
    const session = await store({ summary: text, decisions_made: text, tasks_created: [text, ' '] });
    expect([session.summary, session.decisions_made, session.tasks_created]).toEqual([
      text,
      text,
      `${text},  `,
    ]);
  });

  it.each([
    ['is missing', {}, 'required'],
    ['is empty', { summary: '' }, 'too_short'],
    ['is null', { summary: null }, 'wrong_type'],
    ['is a number', { summary: 7 }, 'wrong_type'],
    ['is an array', { summary: ['text'] }, 'wrong_type'],
    ['has 65,537 characters', { summary: 's'.repeat(65_537) }, 'too_long'],
  ])('is refused if its text %s', async (_, body, code) => {
    expect(refusedFields(await send(body))).toEqual([['summary', code]]);
  });

  it('takes 65,536 code points, not UTF-16 units', async () => {
    const summary = '😀'.repeat(65_536);
    expect((await store({ summary })).summary).toBe(summary);
    expect(refusedFields(await send({ summary: summary + '😀' }))).toEqual([['summary', 'too_long']]);
  });

  describe.each(LISTS)('with %s', (list) => {
    it('joins an array by a comma and a space', async () => {
      expect((await store({ summary: 's', [list]: ['one', 'two, three', ''] }))[list]).toBe(
        'one, two, three, ',
      );
    });

    it('takes an empty array and an empty text', async () => {
      expect((await store({ summary: 's', [list]: [] }))[list]).toBe('');
      expect((await store({ summary: 's', [list]: '' }))[list]).toBe('');
    });

    it('takes 16,384 code points and no more', async () => {
      const longest = '😀'.repeat(16_384);
      expect((await store({ summary: 's', [list]: longest }))[list]).toBe(longest);
      expect(refusedFields(await send({ summary: 's', [list]: longest + 'x' }))).toEqual([
        [list, 'too_long'],
      ]);
    });

    it('counts the length of an array after joining it', async () => {
      const half = 'h'.repeat(8_191);
      expect((await store({ summary: 's', [list]: [half, half] }))[list]).toHaveLength(16_384);
      const response = await send({ summary: 's', [list]: [half, half + 'h'] });
      expect(refusedFields(response)).toEqual([[list, 'too_long']]);
    });

    it.each([null, 5, true, { a: 'b' }, ['one', 2], ['one', null], [['one']]])(
      'refuses %j',
      async (value) => {
        expect(refusedFields(await send({ summary: 's', [list]: value }))).toEqual([[list, 'wrong_type']]);
      },
    );
  });

  describe('with a mood', () => {
    it('takes one word of 32 code points', async () => {
      for (const mood of ['calm', 'übermütig', 'so-so', '😀'.repeat(32)]) {
        expect((await store({ summary: 's', mood })).mood).toBe(mood);
      }
    });

    it('takes null for none', async () => {
      expect((await store({ summary: 's', mood: null })).mood).toBeNull();
    });

    it.each([
      ['m'.repeat(33), 'too_long'],
      ['', 'too_short'],
      ['very calm', 'invalid_format'],
      [' calm', 'invalid_format'],
      ['calm\n', 'invalid_format'],
      ['very\u00a0calm', 'invalid_format'],
      [3, 'wrong_type'],
      [['calm'], 'wrong_type'],
    ])('refuses %j', async (mood, code) => {
      expect(refusedFields(await send({ summary: 's', mood }))).toEqual([['mood', code]]);
    });
  });

  it('names the accepted fields when it is sent another', async () => {
    const problem = expectProblem(await send({ summary: 's', notes: '' }), 400, 'invalid_request');
    for (const name of ['summary', ...LISTS, 'mood']) expect(problem.detail).toContain(name);
  });

  it('stores nothing of a refused request', async () => {
    await emptyMemory(t.memory);
    await send({ summary: 'Half right', mood: 'two words' }).expect(400);
    expect(await countRows(t.memory, 'assistant_sessions')).toBe(0);
  });
});
