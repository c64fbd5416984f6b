import type { TaskResultDto } from '@groupless/shared-dto';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce, INSTANT } from '../../harness/data/times';

describe('the creation of a task', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-task');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (body: object) => t.http.post(address).send(body);
  const create = (body: object) => send({ action: 'create', ...body });
  const countTasks = () => countRows(t.memory, 'assistant_tasks');

  it('makes a pending task of priority 5', async () => {
    const { body } = await create({ task: 'Renew the certificate' }).expect(201);
    expect(body).toEqual({
      result: 'created',
      task: {
        id: expect.any(Number),
        project_id: null,
        task: 'Renew the certificate',
        status: 'pending',
        priority: 5,
        created_at: expect.stringMatching(INSTANT),
        updated_at: expect.stringMatching(INSTANT),
      },
    });
  });

  it('takes no id, which only a stored task has', async () => {
    expect(refusedFields(await create({ task: 'Paint', id: 1 }))).toEqual([['id', 'not_allowed']]);
    expect(await countTasks()).toBe(0);
  });

  it.each([1, 10])('takes priority %d', async (priority) => {
    expect((await create({ task: 'Paint', priority }).expect(201)).body.task.priority).toBe(priority);
  });

  it.each([
    [0, 'out_of_range'],
    [11, 'out_of_range'],
    [-1, 'out_of_range'],
    [1e300, 'out_of_range'],
    [Number.MAX_SAFE_INTEGER, 'out_of_range'],
    [5.5, 'wrong_type'],
    ['5', 'wrong_type'],
    [null, 'wrong_type'],
    [true, 'wrong_type'],
    [[5], 'wrong_type'],
  ])('refuses priority %j', async (priority, code) => {
    expect(refusedFields(await create({ task: 'Paint', priority }))).toEqual([['priority', code]]);
    expect(await countTasks()).toBe(0);
  });

  it('takes a whole number however it is written', async () => {
    const response = await t.http
      .post(address)
      .set('content-type', 'application/json')
      .send('{"action":"create","task":"Paint","priority":80e-1}')
      .expect(201);
    expect(response.body.task.priority).toBe(8);
  });

  it('answers the pending task with exactly that text, unchanged', async () => {
    const first = await create({ task: 'Paint', priority: 7 }).expect(201);
    const { body } = await create({ task: 'Paint' }).expect(200);
    expect(body).toEqual({ result: 'exists', task: first.body.task });
    expect(await countTasks()).toBe(1);
  });

  it('applies a sent priority to the pending task', async () => {
    await create({ task: 'Paint', priority: 7 }).expect(201);
    const { body } = await create({ task: 'Paint', priority: 2 }).expect(200);
    expect([body.result, body.task.priority]).toEqual(['exists', 2]);
  });

  it.each(['completed', 'cancelled'])('makes a new task where one with that text is %s', async (status) => {
    await insertRows(t.memory, 'assistant_tasks', [{ task: 'Paint', status }]);
    const { body } = await create({ task: 'Paint' }).expect(201);
    expect(body.task.status).toBe('pending');
    expect(await countTasks()).toBe(2);
  });

  it('knows a task by its text alone, every character of it', async () => {
    const texts = ['Paint', 'paint', 'Paint ', ' Paint', 'Paint\n', 'Pa\u0131nt', 'Paint.', 'Pai\u0301nt'];
    for (const task of texts) {
      expect((await create({ task }).expect(201)).body.task.task).toBe(task);
    }
    expect(await countTasks()).toBe(texts.length);
  });

  it('takes a text of 2,000 code points, not UTF-16 units', async () => {
    const task = '😀'.repeat(2_000);
    expect((await create({ task }).expect(201)).body.task.task).toBe(task);
    expect((await create({ task }).expect(200)).body.result).toBe('exists');
  });

  it('refuses a text of 2,001 characters', async () => {
    expect(refusedFields(await create({ task: '😀'.repeat(2_001) }))).toEqual([['task', 'too_long']]);
  });

  it('tells long texts apart that differ in their last character', async () => {
    await create({ task: 'x'.repeat(1_999) + 'a' }).expect(201);
    await create({ task: 'x'.repeat(1_999) + 'b' }).expect(201);
  });

  it.each([
    [
      {},
      [
        ['action', 'required'],
        ['task', 'required'],
      ],
    ],
    [{ action: 'create' }, [['task', 'required']]],
    [{ action: 'create', task: '' }, [['task', 'too_short']]],
    [{ action: 'create', task: null }, [['task', 'wrong_type']]],
    [{ action: 'create', task: ['Paint'] }, [['task', 'wrong_type']]],
    [{ action: 'delete', task: 'Paint' }, [['action', 'not_allowed']]],
    [{ action: 'Create', task: 'Paint' }, [['action', 'not_allowed']]],
    [{ action: 'toString', task: 'Paint' }, [['action', 'not_allowed']]],
    [{ action: null, task: 'Paint' }, [['action', 'wrong_type']]],
    [{ action: ['create'], task: 'Paint' }, [['action', 'wrong_type']]],
    [{ action: 'create', task: 'Paint', project: null }, [['project', 'wrong_type']]],
    [{ action: 'create', task: 'Paint', project: '' }, [['project', 'too_short']]],
    [{ action: 'create', task: 'Paint', project: 'p'.repeat(201) }, [['project', 'too_long']]],
    [{ action: 'create', task: 'Paint', status: 'done' }, [['status', 'unknown_field']]],
  ])('refuses %j and names each field', async (body, errors) => {
    expect(refusedFields(await send(body))).toEqual(errors);
    expect(await countTasks()).toBe(0);
  });

  it('names the allowed actions', async () => {
    const { detail } = expectProblem(await send({ action: 'x', task: 'Paint' }), 400, 'invalid_request');
    for (const action of ['create', 'done', 'cancel']) expect(detail).toContain(action);
  });

  it('makes one row of 30 calls at once', async () => {
    const answers = await atOnce(30, () => create({ task: 'Race' }));
    const results = answers.map(({ body }) => (body as TaskResultDto).result).sort();
    expect(results).toEqual(['created', ...Array<string>(29).fill('exists')]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countTasks()).toBe(1);
  });

  it('leaves one task at most pending when it is created and ended at once', async () => {
    const actions = ['create', 'done', 'create', 'cancel'];
    await create({ task: 'Race' }).expect(201);
    const answers = await atOnce(40, (index) => send({ action: actions[index % 4], task: 'Race' }));
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    const { rows } = await t.memory.query(`select from assistant_tasks where status = 'pending'`);
    expect(rows.length).toBeLessThanOrEqual(1);
    const created = answers.filter(({ status }) => status === 201).length;
    expect(await countTasks()).toBe(created + 1);
  });
});
