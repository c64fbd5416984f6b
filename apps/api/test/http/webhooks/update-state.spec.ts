import type { StateDto, UpdateStateResultDto } from '@groupless/shared-dto';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, emptyMemory } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce, INSTANT } from '../../harness/data/times';

describe('an update of the state', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-update-state');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (body: object) => t.http.post(address).send(body);

  async function update(body: object): Promise<UpdateStateResultDto> {
    return (await send(body).expect(({ status }) => status < 300)).body as UpdateStateResultDto;
  }

  it('inserts a new key, in the category config', async () => {
    const { body } = await send({ key: 'web', value: '10.0.0.5' }).expect(201);
    expect(body).toEqual({
      result: 'created',
      state: {
        id: expect.any(Number),
        key: 'web',
        value: '10.0.0.5',
        category: 'config',
        updated_at: expect.stringMatching(INSTANT),
      },
      previous_value: null,
    });
  });

  it('inserts a new key in the category that is sent', async () => {
    expect((await update({ key: 'web', value: 'up', category: 'service' })).state.category).toBe('service');
  });

  it('changes the value of a known key, and answers the one before', async () => {
    const created = await update({ key: 'web', value: 'old' });
    const { body } = await send({ key: 'web', value: 'new' }).expect(200);
    expect([body.result, body.previous_value]).toEqual(['updated', 'old']);
    expect(body.state).toMatchObject({ id: created.state.id, key: 'web', value: 'new' });
  });

  it('leaves the category alone when none is sent', async () => {
    await update({ key: 'web', value: 'old', category: 'server' });
    expect((await update({ key: 'web', value: 'new' })).state.category).toBe('server');
  });

  it('touches nothing when nothing would change', async () => {
    const { state } = await update({ key: 'web', value: 'up', category: 'service' });
    await t.memory.query(`update assistant_state set updated_at = '2026-01-01T00:00:00Z'`);
    const untouched: StateDto = { ...state, updated_at: '2026-01-01T00:00:00.000Z' };
    for (const body of [
      { key: 'web', value: 'up' },
      { key: 'web', value: 'up', category: 'service' },
    ]) {
      const response = await send(body).expect(200);
      expect(response.body).toEqual({ result: 'unchanged', state: untouched, previous_value: 'up' });
    }
  });

  it('calls a new category alone an update', async () => {
    await update({ key: 'web', value: 'up', category: 'server' });
    const { body } = await send({ key: 'web', value: 'up', category: 'service' }).expect(200);
    expect([body.result, body.previous_value, body.state.category]).toEqual(['updated', 'up', 'service']);
  });

  it('dates every change', async () => {
    await update({ key: 'web', value: 'old' });
    await t.memory.query(`update assistant_state set updated_at = '2026-01-01T00:00:00Z'`);
    const { state } = await update({ key: 'web', value: 'new' });
    expect(Date.parse(state.updated_at)).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
  });

  it('goes back and forth between two values', async () => {
    const answers = [];
    for (const value of ['a', 'b', 'a', 'a']) answers.push(await update({ key: 'web', value }));
    expect(answers.map(({ result, previous_value }) => [result, previous_value])).toEqual([
      ['created', null],
      ['updated', 'a'],
      ['updated', 'b'],
      ['unchanged', 'a'],
    ]);
  });

  it('takes an empty value', async () => {
    await send({ key: 'web', value: '' }).expect(201);
    expect((await update({ key: 'web', value: 'x' })).previous_value).toBe('');
  });

  it('takes a value of 65,536 code points, not UTF-16 units', async () => {
    const value = '😀'.repeat(65_536);
    expect((await update({ key: 'long', value })).state.value).toBe(value);
    expect(refusedFields(await send({ key: 'long', value: value + 'x' }))).toEqual([['value', 'too_long']]);
  });

  it('takes a key of 1 to 200 code points', async () => {
    for (const key of ['k', ' ', '😀'.repeat(200)]) {
      expect((await update({ key, value: '' })).state.key).toBe(key);
    }
    expect(refusedFields(await send({ key: '😀'.repeat(200) + 'x', value: '' }))).toEqual([
      ['key', 'too_long'],
    ]);
    expect(refusedFields(await send({ key: '', value: '' }))).toEqual([['key', 'too_short']]);
  });

  it('tells keys apart by every character', async () => {
    const keys = ['web', 'Web', 'web ', ' web', 'w\u00e9b', 'we\u0301b'];
    for (const key of keys) await send({ key, value: '' }).expect(201);
    expect(await countRows(t.memory, 'assistant_state')).toBe(keys.length);
  });

  it('keeps every character of key, value and category', async () => {
    const value = ' \tTwo\r\nlines "quoted" \\ \u2028 e\u0301 😀 \n ';
    const { state } = await update({ key: value, value, category: 'Überschrift/😀' });
    expect([state.key, state.value, state.category]).toEqual([value, value, 'Überschrift/😀']);
  });

  it.each([
    [
      {},
      [
        ['key', 'required'],
        ['value', 'required'],
      ],
    ],
    [{ key: 'web' }, [['value', 'required']]],
    [
      { key: null, value: null },
      [
        ['key', 'wrong_type'],
        ['value', 'wrong_type'],
      ],
    ],
    [
      { key: 5, value: 10 },
      [
        ['key', 'wrong_type'],
        ['value', 'wrong_type'],
      ],
    ],
    [{ key: 'web', value: true }, [['value', 'wrong_type']]],
    [{ key: 'web', value: { up: true } }, [['value', 'wrong_type']]],
    [{ key: 'web', value: 'up', category: null }, [['category', 'wrong_type']]],
    [{ key: 'web', value: 'up', category: '' }, [['category', 'too_short']]],
  ])('refuses %j and names each field', async (body, errors) => {
    expect(refusedFields(await send(body))).toEqual(errors);
    expect(await countRows(t.memory, 'assistant_state')).toBe(0);
  });

  it('names the accepted fields when it is sent another', async () => {
    const problem = expectProblem(
      await send({ key: 'a', value: 'b', updated_at: '' }),
      400,
      'invalid_request',
    );
    expect(problem.errors).toMatchObject([{ field: 'updated_at', code: 'unknown_field' }]);
    for (const name of ['key', 'value', 'category']) expect(problem.detail).toContain(name);
  });

  it('gives 60 calls at once for one key one row, one creation and one order', async () => {
    const answers = await atOnce(60, (index) => update({ key: 'race', value: `value ${index}` }));
    expect(answers.filter(({ result }) => result === 'created')).toHaveLength(1);
    expect(answers.filter(({ result }) => result === 'updated')).toHaveLength(59);
    expect(await countRows(t.memory, 'assistant_state')).toBe(1);

    const next = new Map(answers.map(({ previous_value, state }) => [previous_value, state.value]));
    const order: string[] = [];
    for (let value = next.get(null); value !== undefined; value = next.get(value)) order.push(value);
    expect(order).toHaveLength(60);
    const last = await update({ key: 'race', value: 'after' });
    expect(last.previous_value).toBe(order.at(-1));
  });

  it('gives 60 calls at once with one value one creation and 59 without a change', async () => {
    const answers = await atOnce(60, () => update({ key: 'race', value: 'same' }));
    const results = answers.map(({ result }) => result).sort();
    expect(results).toEqual(['created', ...Array<string>(59).fill('unchanged')]);
    expect(new Set(answers.map(({ state }) => JSON.stringify(state))).size).toBe(1);
  });
});
