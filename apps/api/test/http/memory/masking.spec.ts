import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const KEY = 'AKIAIOSFODNN7EXAMPLE';
const URL = 'postgres://app:s3cr3t@db:5432/app';

describe('secrets that are written into the memory', () => {
  let t: ServedApp;
  let operator: Record<string, string>;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    operator = (await signIn(t, { role: 'operator' })).bearer;
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const withKey = { 'x-api-key': MEMORY_API_KEY };
  const call = async (webhook: string, body: object, headers: Record<string, string> = {}) =>
    t.http
      .post(await t.webhook(webhook))
      .set({ ...withKey, ...headers })
      .send(body);
  const maskedIn = ({ headers }: { headers: Record<string, string> }) => headers['x-memory-masked'];

  it('are masked in every text of a summary, before a repeat of it is compared', async () => {
    const summary = {
      summary: `Used ${KEY}.`,
      decisions_made: [`keep ${URL}`, 'a'],
      tasks_created: `drop ${KEY}`,
    };
    const made = await call('assistant-session-summary', summary, { 'idempotency-key': 'one' });
    expect([made.status, maskedIn(made)]).toEqual([201, '3']);
    expect(made.body.session).toMatchObject({
      summary: 'Used [masked].',
      decisions_made: 'keep postgres://app:[masked]@db:5432/app, a',
      tasks_created: 'drop [masked]',
    });
    const repeated = await call('assistant-session-summary', summary, { 'idempotency-key': 'one' });
    expect([repeated.status, repeated.body.result, maskedIn(repeated)]).toEqual([200, 'exists', '3']);
  });

  it('are masked in the tasks that a summary completed, before the pending ones are looked for', async () => {
    await call('assistant-task', { action: 'create', task: `Renew ${KEY}` });
    const made = await call('assistant-session-summary', {
      summary: 'Renewed it',
      tasks_completed: [`Renew ${KEY}`],
    });
    expect(made.body).toMatchObject({
      session: { tasks_completed: 'Renew [masked]' },
      still_pending: ['Renew [masked]'],
    });
    expect(maskedIn(made)).toBe('1');
  });

  it('are masked in state, before it is compared', async () => {
    const entry = { key: 'aws', value: `id ${KEY}` };
    const made = await call('assistant-update-state', entry);
    expect([made.body.state.value, maskedIn(made)]).toEqual(['id [masked]', '1']);
    const again = await call('assistant-update-state', entry);
    expect([again.body.result, maskedIn(again)]).toEqual(['unchanged', '1']);
  });

  it('are masked in tasks, which done finds by the same text, also where it fails', async () => {
    const task = `Rotate ${KEY}`;
    const made = await call('assistant-task', { action: 'create', task });
    expect([made.body.task.task, maskedIn(made)]).toEqual(['Rotate [masked]', '1']);
    const done = await call('assistant-task', { action: 'done', task });
    expect([done.body.result, maskedIn(done)]).toEqual(['completed', '1']);
    const unknown = await call('assistant-task', { action: 'done', task: `Revoke ${KEY}` });
    expectProblem(unknown, 404, 'task_not_found');
    expect([maskedIn(unknown), unknown.text.includes(KEY)]).toEqual(['1', false]);
  });

  it('are masked in the chats, projects and people of a memory key', async () => {
    const messages = [{ external_id: '1', role: 'user', text: `Take ${KEY} and ${URL}` }];
    const stored = await t.http.post('/api/memory/chats/project:a/messages').set(withKey).send({ messages });
    expect([stored.body.stored, maskedIn(stored)]).toEqual([1, '2']);
    const { body } = await t.http
      .get(await t.webhook('chat-history'))
      .query({ chat_id: 'project:a' })
      .set(withKey);
    expect(body.messages[0].message).toBe('Take [masked] and postgres://app:[masked]@db:5432/app');
    const place = {
      session_id: 's1',
      branch: `fix/${KEY}`,
      machine: KEY,
      messages: [{ ...messages[0], external_id: '2' }],
    };
    expect(maskedIn(await t.http.post('/api/memory/chats/project:a/messages').set(withKey).send(place))).toBe(
      '4',
    );
    const { rows } = await t.memory.query(
      'select branch, machine from chat_history where session_id is not null',
    );
    expect(rows).toEqual([{ branch: 'fix/[masked]', machine: '[masked]' }]);
    const project = await t.http.post('/api/memory/projects').set(withKey).send({ name: 'a', server: URL });
    expect([project.body.server, maskedIn(project)]).toEqual(['postgres://app:[masked]@db:5432/app', '1']);
    const person = await t.http.post('/api/memory/people').set(withKey).send({ name: 'Ada', notes: KEY });
    expect([person.body.notes, maskedIn(person)]).toEqual(['[masked]', '1']);
  });

  it('are masked in the name of a project, which is found by the same name', async () => {
    const project = await t.http.post('/api/memory/projects').set(withKey).send({ name: URL });
    expect(project.body.name).toBe('postgres://app:[masked]@db:5432/app');
    const task = await call('assistant-task', { action: 'create', task: 'Move it', project: URL });
    expect([task.status, task.body.task.project_id]).toEqual([201, project.body.id]);
    const context = await t.http
      .get(await t.webhook('assistant-context'))
      .query({ project: URL })
      .set(withKey);
    expect(context.headers).not.toHaveProperty('x-context-project');
  });

  it('stay in the name of a project from before they were known, which is found by it all the same', async () => {
    await insertRows(t.memory, 'assistant_projects', [
      { id: 70_001, name: URL },
      { id: 70_002, name: 'postgres://app:[masked]@db:5432/app' },
    ]);
    const task = await call('assistant-task', { action: 'create', task: 'Move it', project: URL });
    expect([task.status, task.body.task.project_id]).toEqual([201, 70_001]);
    await t.memory.query('delete from assistant_projects where id = 70002');
    const again = await call('assistant-task', { action: 'create', task: 'Drop it', project: URL });
    expect([again.status, again.body.task.project_id]).toEqual([201, 70_001]);
  });

  it('are masked in what the panel writes', async () => {
    const put = await t.http.put('/api/memory/state/aws').set(operator).send({ value: KEY });
    expect([put.body.value, maskedIn(put)]).toEqual(['[masked]', '1']);
    const task = await t.http.post('/api/memory/tasks').set(operator).send({ task: KEY });
    expect([task.body.task, maskedIn(task)]).toEqual(['[masked]', '1']);
    const made = await t.http.post('/api/memory/people').set(operator).send({ name: 'Ada' });
    const person = `/api/memory/people/${made.body.id}`;
    const patched = await t.http
      .patch(person)
      .set(operator)
      .send({ notes: `new ${KEY}` });
    expect([patched.body.notes, maskedIn(patched)]).toEqual(['new [masked]', '1']);
  });

  it('are not told of where there are none', async () => {
    const made = await call('assistant-update-state', { key: 'a', value: 'token: none' });
    expect([made.status, maskedIn(made)]).toEqual([201, undefined]);
  });
});
