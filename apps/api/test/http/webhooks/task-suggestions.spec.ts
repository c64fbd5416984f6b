import { expectProblem } from '../../harness/http/problems';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('what a task request names', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-task');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (action: string, task: string, more: object = {}) =>
    t.http.post(address).send({ action, task, ...more });

  async function suggestedTasks(task: string): Promise<string[] | undefined> {
    return expectProblem(await send('done', task), 404, 'task_not_found').suggestions;
  }

  async function suggestedProjects(project: string): Promise<string[] | undefined> {
    const response = await send('create', 'Paint', { project });
    return expectProblem(response, 404, 'project_not_found').suggestions;
  }

  const addProjects = (...names: string[]) =>
    insertRows(
      t.memory,
      'assistant_projects',
      names.map((name) => ({ name })),
    );

  describe('a text that no task has', () => {
    it('gets the three closest pending texts, the closest first', async () => {
      const texts = [
        'Buy new chairs',
        'Renew the certificate of the shop',
        'Renew the certificate of the booking page',
        'Write the invoice',
        'Renew the certificate of the booking site',
      ];
      await insertRows(
        t.memory,
        'assistant_tasks',
        texts.map((task) => ({ task })),
      );
      expect(await suggestedTasks('Renew the certificate of the booking pages')).toEqual([
        'Renew the certificate of the booking page',
        'Renew the certificate of the booking site',
        'Renew the certificate of the shop',
      ]);
    });

    it('gets no text of a task that has ended', async () => {
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'Paint the door', status: 'completed' },
        { task: 'Paint the doors', status: 'cancelled' },
        { task: 'Paint the floor', status: 'pending' },
      ]);
      expect(await suggestedTasks('Paint the doo')).toEqual(['Paint the floor']);
    });

    it('gets an empty list where nothing is pending', async () => {
      expect(await suggestedTasks('Paint')).toEqual([]);
    });

    it('gets no text that is not similar to it', async () => {
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'Buy new chairs for the office' },
        { task: 'Renew the certificate of the shop' },
      ]);
      const problem = expectProblem(
        await send('done', 'Renew the certificate of the stop'),
        404,
        'task_not_found',
      );
      expect(problem.suggestions).toEqual(['Renew the certificate of the shop']);
      expect(problem.detail).toContain('Repeat the text of a pending task exactly');
      expect(await suggestedTasks('Answer the letter from the bank')).toEqual([]);
    });

    it('gets the whole texts, however long', async () => {
      const task = '😀'.repeat(1_000) + 'long'.repeat(250);
      await send('create', task).expect(201);
      expect(await suggestedTasks(task.slice(0, -1))).toEqual([task]);
    });

    it('takes characters that mean something to a search as they are', async () => {
      await send('create', '100% _of_ \\ it\'s "done"; --').expect(201);
      expect(await suggestedTasks('100% _of_ \\ it\'s "done"; -')).toEqual(['100% _of_ \\ it\'s "done"; --']);
    });
  });

  describe('a project', () => {
    it('is given to the new task by its name', async () => {
      await insertRows(t.memory, 'assistant_projects', [{ id: 41, name: 'website' }]);
      const { body } = await send('create', 'Paint', { project: 'website' }).expect(201);
      expect(body.task.project_id).toBe(41);
    });

    it('fills the empty place of a pending task', async () => {
      await insertRows(t.memory, 'assistant_projects', [{ id: 41, name: 'website' }]);
      await send('create', 'Paint').expect(201);
      const { body } = await send('create', 'Paint', { project: 'website' }).expect(200);
      expect([body.result, body.task.project_id]).toEqual(['exists', 41]);
    });

    it('keeps a task of its own beside that of another project', async () => {
      await insertRows(t.memory, 'assistant_projects', [
        { id: 41, name: 'website' },
        { id: 42, name: 'booking' },
      ]);
      await send('create', 'Paint', { project: 'website' }).expect(201);
      const { body } = await send('create', 'Paint', { project: 'booking', priority: 9 }).expect(201);
      expect([body.task.project_id, body.task.priority]).toEqual([42, 9]);
    });

    it('is refused under an unknown name, and nothing is made', async () => {
      await addProjects('website');
      expect(await suggestedProjects('Websites')).toEqual(['website']);
      expectProblem(await send('done', 'Paint'), 404, 'task_not_found');
    });

    it('is refused under an unknown name for a pending task too, which stays as it is', async () => {
      await send('create', 'Paint', { priority: 3 }).expect(201);
      const response = await send('create', 'Paint', { priority: 9, project: 'unknown' });
      expectProblem(response, 404, 'project_not_found');
      expect((await send('create', 'Paint').expect(200)).body.task.priority).toBe(3);
    });

    it('has at most three suggestions, the closest first', async () => {
      await addProjects('garden', 'booking-form', 'website', 'booking', 'bookings');
      expect(await suggestedProjects('bookin')).toEqual(['booking', 'bookings', 'booking-form']);
    });

    it('has no suggestions that are not similar, and is told where projects are made', async () => {
      await addProjects('garden', 'website');
      const answer = await send('create', 'Paint', { project: 'accounting' });
      const { suggestions, detail } = expectProblem(answer, 404, 'project_not_found');
      expect(suggestions).toEqual([]);
      expect(detail).toContain('POST /api/memory/projects');
    });

    it('has no suggestions where there are no projects', async () => {
      expect(await suggestedProjects('website')).toEqual([]);
    });

    it('may have a name of 200 code points', async () => {
      const name = '😀'.repeat(200);
      await addProjects(name);
      await send('create', 'Paint', { project: name }).expect(201);
    });
  });
});
