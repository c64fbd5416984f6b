import type {
  ContextDto,
  CreatedApiKeyDto,
  DecisionDto,
  FolderProjectDto,
  PageDto,
  ProjectRecordDto,
  SearchHitDto,
  SessionDto,
  StateDto,
  TaskDto,
} from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { emptyMemory } from '../../harness/databases/rows';
import { expectProblem } from '../../harness/http/problems';

type Headers = Record<string, string>;

const PLACE = 'laptop~1a2b3c4d:/home/ada/notes';

describe('a project that began in a folder of one user', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let ada: SignedInUser;
  let ben: SignedInUser;
  let adaKey: Headers;
  let benKey: Headers;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    admin = await signIn(t, { role: 'admin' });
    ada = await signIn(t, { role: 'operator' });
    ben = await signIn(t, { role: 'operator' });
    [adaKey, benKey] = [await keyOf(ada), await keyOf(ben)];
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  async function keyOf({ id }: SignedInUser): Promise<Headers> {
    const wish = { name: `key of ${id}`, scopes: ['memory'], owner_id: id };
    const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(wish).expect(201);
    return { 'x-api-key': (body as CreatedApiKeyDto).key };
  }
  const folder = async (key: Headers, identities: string[]): Promise<string> => {
    const { body } = await t.http
      .post('/api/memory/projects/of-folder')
      .set(key)
      .send({ identities })
      .expect(200);
    return (body as FolderProjectDto).project!;
  };
  const list = async <Row>(headers: Headers, path: string): Promise<Row[]> => {
    const { body } = await t.http.get(`/api/memory/${path}`).set(headers).expect(200);
    return (body as PageDto<Row>).items;
  };
  const projects = (headers: Headers) => list<ProjectRecordDto>(headers, 'projects');
  const names = async (headers: Headers) => (await projects(headers)).map(({ name }) => name);
  const send = async (key: Headers, webhook: string, row: object) =>
    t.http
      .post(await t.webhook(webhook))
      .set(key)
      .send(row);
  const share = (headers: Headers, id: number) =>
    t.http.post(`/api/memory/projects/${id}/share`).set(headers);

  /** A row of each kind. */
  async function fill(project: string): Promise<void> {
    const summary = {
      summary: 'Sorted the notes.',
      projects_touched: project,
      decisions_made: 'one note a day',
    };
    await send(adaKey, 'assistant-session-summary', summary);
    await send(adaKey, 'assistant-task', { action: 'create', task: 'Sort the notes', project });
    await send(adaKey, 'assistant-update-state', { key: 'paper', value: 'A5', project });
  }
  const seen = async (headers: Headers) => ({
    sessions: (await list<SessionDto>(headers, 'sessions')).length,
    decisions: (await list<DecisionDto>(headers, 'decisions')).length,
    tasks: (await list<TaskDto>(headers, 'tasks')).length,
    state: (await list<StateDto>(headers, 'state')).length,
    found: (await list<SearchHitDto>(headers, 'search?q=notes')).length,
  });
  const ALL = { sessions: 1, decisions: 1, tasks: 1, state: 1, found: 4 };
  const NONE = { sessions: 0, decisions: 0, tasks: 0, state: 0, found: 0 };

  it('is for its owner and for admins alone, with all that it has, until it is shared', async () => {
    const name = await folder(adaKey, [PLACE]);
    expect(name).toBe(`notes (${PLACE})`);
    await fill(name);
    for (const headers of [adaKey, ada.bearer, admin.bearer]) {
      expect(await names(headers)).toEqual([name]);
      expect(await seen(headers)).toEqual(ALL);
    }
    for (const headers of [benKey, ben.bearer, { 'x-api-key': MEMORY_API_KEY }]) {
      expect(await names(headers)).toEqual([]);
      expect(await seen(headers)).toEqual(NONE);
    }

    const [{ id, private_to }] = (await projects(ada.bearer)) as [ProjectRecordDto];
    expect(private_to).toBe(ada.id);
    expectProblem(await share(ben.bearer, id), 404, 'not_found');
    expectProblem(await share(admin.bearer, id), 403, 'forbidden');
    const { body } = await share(ada.bearer, id).expect(200);
    expect(body).toMatchObject({ id, name: 'notes', identities: [PLACE] });
    expect(body).not.toHaveProperty('private_to');
    expect(await names(benKey)).toEqual(['notes']);
    expect(await seen(ben.bearer)).toEqual(ALL);
    const [{ projects_touched }] = (await list<SessionDto>(ben.bearer, 'sessions')) as [SessionDto];
    expect(projects_touched).toBe('notes');
    // Again it changes nothing, whoever asks.
    await share(ben.bearer, id).expect(200);
    // Its folder finds it still, and tells what it is known by.
    expect(await folder(adaKey, [PLACE, 'github.com/ada/notes'])).toBe('notes');
    expect(await folder(benKey, ['github.com/ada/notes'])).toBe('notes');
  });

  it('is another one than that of the same name of somebody else, whether that is private or not', async () => {
    const hers = await folder(adaKey, [PLACE]);
    const his = await folder(benKey, [PLACE]);
    const made = await t.http
      .post('/api/memory/projects')
      .set(ben.bearer)
      .send({ name: 'notes' })
      .expect(201);
    expect((await names(ada.bearer)).sort()).toEqual(['notes', hers].sort());
    expect((await names(ben.bearer)).sort()).toEqual(['notes', his].sort());
    expect(his).not.toBe(hers);
    await fill(hers);
    const wish = { action: 'done', task: 'Sort the notes' };
    expectProblem(await send(benKey, 'assistant-task', wish), 404, 'task_not_found');
    const named = { key: 'paper', value: 'A4', project: hers };
    expectProblem(await send(benKey, 'assistant-update-state', named), 404, 'project_not_found');
    const [own] = (await projects(ada.bearer)).filter(({ private_to }) => private_to === ada.id);
    // A name that the team has is not taken: hers gets another one.
    const shared = await share(ada.bearer, own!.id).expect(200);
    expect((shared.body as ProjectRecordDto).name).toBe(`notes ${own!.id}`);
    expect((made.body as ProjectRecordDto).name).toBe('notes');
  });

  it('keeps its place in its name, so that no name is taken by what nobody sees', async () => {
    await folder(adaKey, [PLACE]);
    const [{ id }] = (await projects(ada.bearer)) as [ProjectRecordDto];
    const renamed = await t.http.patch(`/api/memory/projects/${id}`).set(ada.bearer).send({ name: 'diary' });
    expect((renamed.body as ProjectRecordDto).name).toBe(`diary (${PLACE})`);
    await t.http.post('/api/memory/projects').set(ben.bearer).send({ name: 'diary' }).expect(201);
    const shared = await share(ada.bearer, id).expect(200);
    expect((shared.body as ProjectRecordDto).name).toBe(`diary ${id}`);
  });

  it('stays so when its folder gets a repository, by which its owner alone finds it', async () => {
    const name = await folder(adaKey, [PLACE]);
    const remote = 'github.com/ada/notes';
    expect(await folder(adaKey, [remote, 'commit:abc', PLACE])).toBe(name);
    expect(await folder(adaKey, [remote, 'laptop~5e6f7a8b:/home/ada/clone'])).toBe(name);
    // What is stored by the remote alone, too.
    const summary = { summary: 'Sorted the notes.' };
    const stored = await send(
      { ...adaKey, 'x-assistant-project': remote },
      'assistant-session-summary',
      summary,
    );
    expect((stored.body as { session: SessionDto }).session.projects_touched).toBe(name);
    expect(await seen(ben.bearer)).toEqual(NONE);
    expect(await folder(benKey, [remote])).toBe('notes');
    const [{ id }] = (await projects(ada.bearer)).filter(({ private_to }) => private_to === ada.id) as [
      ProjectRecordDto,
    ];
    const path = `/api/memory/projects/${id}/identities`;
    const added = await t.http
      .post(path)
      .set(ada.bearer)
      .send({ identities: ['github.com/ada/other'] });
    expect((added.body as ProjectRecordDto).identities).toContain('github.com/ada/other');
    expect(await folder(benKey, ['github.com/ada/other'])).toBe('other');
  });

  it('is none of a folder with a remote or a commit, nor of a key without an owner', async () => {
    await folder(adaKey, ['github.com/ada/shop', 'laptop~1a2b3c4d:/home/ada/shop']);
    await folder(adaKey, ['laptop~1a2b3c4d:/home/ada/draft', 'commit:abc']);
    await folder({ 'x-api-key': MEMORY_API_KEY }, ['server:/srv/wiki']);
    expect((await names(ben.bearer)).sort()).toEqual(['draft', 'shop', 'wiki']);
    // Places are shown to their owner alone.
    const places = async (headers: Headers) =>
      (await projects(headers)).flatMap(({ identities }) => identities).sort();
    expect(await places(ada.bearer)).toHaveLength(4);
    expect(await places(ben.bearer)).toEqual(['commit:abc', 'github.com/ada/shop']);
  });

  it('is mixed with nothing that others read: by no merge, move or change of a task', async () => {
    const name = await folder(adaKey, [PLACE]);
    await fill(name);
    const shop = await t.http.post('/api/memory/projects').set(ada.bearer).send({ name: 'shop' }).expect(201);
    const { id: into } = shop.body as ProjectRecordDto;
    const [{ id }] = (await projects(ada.bearer)).filter(({ private_to }) => private_to === ada.id) as [
      ProjectRecordDto,
    ];
    const [task] = (await list<TaskDto>(ada.bearer, 'tasks')) as [TaskDto];
    const post = (path: string, body: object) =>
      t.http.post(`/api/memory/${path}`).set(ada.bearer).send(body);
    expectProblem(await post(`projects/${id}/merge`, { into }), 400, 'invalid_request');
    expectProblem(await post(`projects/${into}/merge`, { into: id }), 400, 'invalid_request');
    expectProblem(await post('move', { from: id, to: into, task: [task.id] }), 400, 'invalid_request');
    expectProblem(await post('move', { from: id, to: null, task: [task.id] }), 400, 'invalid_request');
    const moved = await t.http
      .patch(`/api/memory/tasks/${task.id}`)
      .set(ada.bearer)
      .send({ project_id: into });
    expectProblem(moved, 400, 'invalid_request');
    // What it had goes with it.
    await t.http.delete(`/api/memory/projects/${id}`).set(ada.bearer).expect(204);
    expect(await seen(ben.bearer)).toEqual(NONE);
    expect(await list<TaskDto>(ada.bearer, 'tasks')).toEqual([]);
  });

  it('is counted in no context but that of its owner', async () => {
    const omitted = async (key: Headers) => {
      const { headers, body } = await t.http
        .get(await t.webhook('assistant-context'))
        .set(key)
        .expect(200);
      return [headers['x-context-omitted']!, (body as ContextDto).projects.length];
    };
    await fill(await folder(adaKey, [PLACE]));
    expect(await omitted(adaKey)).toEqual(['state_of_projects=1', 1]);
    expect(await omitted(benKey)).toEqual(['none', 0]);
  });
});
