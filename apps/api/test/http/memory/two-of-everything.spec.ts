import type {
  ChatHistoryDto,
  ContextDto,
  CreatedApiKeyDto,
  DecisionDto,
  FolderProjectDto,
  PageDto,
  SearchHitDto,
  SessionDto,
} from '@groupless/shared-dto';
import type { Client } from '@modelcontextprotocol/client';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { anyBelow, rounds } from '../../harness/data/rounds';
import { emptyMemory } from '../../harness/databases/rows';
import { callTool, connectClient } from '../../harness/http/mcp-client';

const RUNS = rounds(60, 2_000);
/** After so many the memory is emptied: what a brief has room for is not what is tried here. */
const RUNS_OF_A_WORLD = 60;

const KEYS = ['port', 'node_version', 'Node-Version'];
const TASKS = ['Write tests', 'Fix the failing CI'];
const DECISIONS = ['use pnpm', 'amounts are integers'];
const PLACE = 'laptop:/workspace';

/** Whoever uses the memory: with a key of a user, or with that of the team. */
interface Person {
  key: string;
  /** Null: the team. */
  owner: SignedInUser | null;
  client: Client;
}

interface KnownProject {
  name: string;
  identity: string;
}

/** The summary of one session of one key. */
interface ToldSession {
  project: string;
  owner: string | null;
  isWritten: boolean;
  words: string[];
}

/** What the memory must hold. Each text has a word of its own, by which it is known wherever it comes up. */
class Model {
  /** By project, or '' for none, and by key: the word of its value. */
  readonly state = new Map<string, Map<string, string>>();
  /** By project, the pending texts. */
  readonly tasks = new Map<string, Set<string>>();
  readonly decisions = new Map<string, Set<string>>();
  /** By key of the caller and session. */
  readonly sessions = new Map<string, ToldSession>();
  /** The owners of projects that are private. */
  readonly private_to = new Map<string, string>();
  readonly turns: { chat: string; id: string; owner: string | null; word: string }[] = [];
}

const any = <One>(list: readonly One[]): One => list[anyBelow(list.length)]!;
const of = <Value>(map: Map<string, Value>, name: string, make: () => Value): Value => {
  const known = map.get(name) ?? make();
  map.set(name, known);
  return known;
};
const folded = (key: string) => key.toLowerCase().replace(/[-_ ]/g, '');
const WORD = /\bzq\d+x\b/g;
const wordsIn = (text: string) => [...new Set(text.match(WORD) ?? [])].sort();

describe('two of everything', () => {
  let t: ServedApp;
  const people: Person[] = [];
  const address: Record<string, string> = {};
  let words = 0;
  const newWord = () => `zq${++words}x`;

  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    const admin = await signIn(t, { role: 'admin' });
    for (const path of ['assistant-context', 'assistant-session-summary', 'assistant-update-state'])
      address[path] = await t.webhook(path);
    address['chat-history'] = await t.webhook('chat-history');
    address['assistant-task'] = await t.webhook('assistant-task');
    const [ada, ben] = [await signIn(t, { role: 'operator' }), await signIn(t, { role: 'operator' })];
    for (const [name, owner] of [
      ['laptop', ada],
      ['desktop', ada],
      ['Laptop', ben],
    ] as const) {
      const { body } = await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name, scopes: ['memory'], owner_id: owner.id })
        .expect(201);
      const { key } = body as CreatedApiKeyDto;
      people.push({ key, owner, client: await connectClient(t.port, key, '2025-11-25') });
    }
    const client = await connectClient(t.port, MEMORY_API_KEY, '2025-11-25');
    people.push({ key: MEMORY_API_KEY, owner: null, client });
  });
  afterAll(async () => {
    for (const { client } of people) await client.close();
    await t.close();
  });

  const withKey = ({ key }: Person) => ({ 'x-api-key': key });
  const ownerOf = ({ owner }: Person) => owner?.id ?? null;
  const isFor = (who: Person, owner: string | null) => owner === null || owner === ownerOf(who);
  async function post(who: Person, path: string, body: object, headers: object = {}): Promise<unknown> {
    const answer = await t.http
      .post(path)
      .set({ ...withKey(who), ...headers })
      .send(body);
    expect([answer.status < 300 || answer.status === 404, answer.text]).toEqual([true, answer.text]);
    return answer.body;
  }
  async function read<Answer>(path: string, headers: object): Promise<Answer> {
    return (
      await t.http
        .get(path)
        .set({ ...headers })
        .expect(200)
    ).body as Answer;
  }

  /** A world of projects: of one name but for its letters, and of one place for everybody. */
  async function makeProjects(): Promise<Map<Person, KnownProject[]>> {
    const [first] = people;
    const shared: KnownProject[] = [];
    for (const [name, identity] of [
      ['api', 'github.com/ada/invoices/packages/api'],
      ['packages/api', 'github.com/bank/core/packages/api'],
      ['web', 'github.com/ada/web'],
    ].slice(0, 2 + anyBelow(2)) as [string, string][]) {
      await post(first!, '/api/memory/projects', { name, url: identity });
      shared.push({ name, identity });
    }
    const projects = new Map<Person, KnownProject[]>();
    for (const who of people) {
      const found = await post(who, '/api/memory/projects/of-folder', { identities: [PLACE] });
      const { project } = found as FolderProjectDto;
      projects.set(who, [...shared, { name: project ?? '', identity: PLACE }]);
    }
    const places = people.map((who) => projects.get(who)?.at(-1)?.name);
    // Two keys of one person find one project; others have their own.
    expect([places[0] === places[1], new Set(places).size]).toEqual([true, 3]);
    return projects;
  }

  const actions: Record<string, (model: Model, who: Person, project: KnownProject) => Promise<string>> = {
    async state(model, who, project) {
      const [key, word] = [any(KEYS), newWord()];
      const isGlobal = anyBelow(4) === 0;
      const way = anyBelow(isGlobal ? 1 : 3);
      const entry = { key, value: `value ${word}` };
      const path = address['assistant-update-state'] ?? '';
      if (isGlobal) await post(who, path, entry);
      // At hand, as the hooks and the MCP server of the client say it.
      else if (way === 0) await post(who, path, entry, { 'x-assistant-project': project.identity });
      else if (way === 1) await post(who, path, { ...entry, project: project.name });
      else await callTool(who.client, 'set_state', { ...entry, project: project.name });
      const own = of(model.state, isGlobal ? '' : project.name, () => new Map<string, string>());
      own.set(isGlobal ? key : folded(key), word);
      return `state ${isGlobal ? 'of none' : project.name} ${key}=${word} by ${way}`;
    },

    async task(model, who, project) {
      const [task, action] = [any(TASKS), any(['create', 'create', 'done'])];
      const body = { action, task, project: project.name };
      if (anyBelow(2) === 0) await post(who, address['assistant-task'] ?? '', body);
      else await callTool(who.client, 'task', body);
      const pending = of(model.tasks, project.name, () => new Set<string>());
      if (action === 'create') pending.add(task);
      else pending.delete(task);
      return `${action} ${task} in ${project.name}`;
    },

    async summary(model, who, project) {
      const [word, decision] = [newWord(), any(DECISIONS)];
      const isWithdrawn = anyBelow(3) === 0;
      const body = {
        summary: `Worked ${word}`,
        projects_touched: [project.name],
        [isWithdrawn ? 'decisions_withdrawn' : 'decisions_made']: [decision],
      };
      const session_id = `session of ${project.name}`;
      await post(who, address['assistant-session-summary'] ?? '', { ...body, session_id });
      model.sessions.set(`${who.key} ${session_id}`, {
        ...{ project: project.name, owner: null, isWritten: true, words: [word] },
      });
      const standing = of(model.decisions, project.name, () => new Set<string>());
      if (isWithdrawn) standing.delete(decision);
      else standing.add(decision);
      return `summary ${word} in ${project.name}, ${isWithdrawn ? 'withdraws' : 'decides'} ${decision}`;
    },

    async extract(model, who, project) {
      const word = newWord();
      const session_id = `session of ${project.name}`;
      const idempotency = { 'idempotency-key': `${session_id}:end:${words}` };
      const body = { summary: `Asked ${word}`, projects_touched: project.name, session_id };
      await post(who, address['assistant-session-summary'] ?? '', body, idempotency);
      const name = `${who.key} ${session_id}`;
      const known = model.sessions.get(name);
      const owner = ownerOf(who);
      if (known === undefined)
        model.sessions.set(name, { project: project.name, owner, isWritten: false, words: [word] });
      else if (!known.isWritten || owner === null) known.words.push(word);
      return `extract ${word} in ${project.name}`;
    },

    async turn(model, who, { identity }) {
      const [word, external_id] = [newWord(), `call_${anyBelow(3)}`];
      const chat = `project:${identity}`;
      const messages = [{ external_id, role: 'user', text: `Said ${word}` }];
      await post(who, `/api/memory/chats/${encodeURIComponent(chat)}/messages`, {
        messages,
        session_id: 's',
      });
      const owner = ownerOf(who);
      const isKnown = model.turns.some(
        (one) => one.chat === chat && one.id === external_id && one.owner === owner,
      );
      if (!isKnown) model.turns.push({ chat, id: external_id, owner, word });
      return `turn ${word} in ${chat}`;
    },
  };

  function sees(model: Model, who: Person, project: string): boolean {
    const owner = model.private_to.get(project);
    return owner === undefined || owner === who.owner?.id;
  }

  function readableSessions(model: Model, who: Person, project?: string): string[] {
    return [...model.sessions.values()]
      .filter(
        (one) =>
          isFor(who, one.owner) &&
          sees(model, who, one.project) &&
          (project === undefined || one.project === project),
      )
      .flatMap((one) => one.words);
  }

  /** The words of the state that a project sees: its own, and those of none whose key it does not have. */
  function stateOf(model: Model, project: string): string[] {
    const own = model.state.get(project) ?? new Map<string, string>();
    const global = [...(model.state.get('') ?? [])].filter(([key]) => !own.has(folded(key)));
    return [...own.values(), ...global.map(([, word]) => word)];
  }

  const checks: ((model: Model, who: Person, project: KnownProject) => Promise<[unknown, unknown]>)[] = [
    async function brief(model, who, { name }) {
      const { text } = await t.http
        .get(`${address['assistant-context']}?project=${encodeURIComponent(name)}&budget=60000`)
        .set({ ...withKey(who), accept: 'text/markdown' })
        .expect(200);
      return [wordsIn(text), [...stateOf(model, name), ...readableSessions(model, who, name)].sort()];
    },
    async function contextOfNoProject(model, who) {
      const { state } = await read<ContextDto>(address['assistant-context'] ?? '', withKey(who));
      const global = [...(model.state.get('') ?? [])];
      const sorted = (rows: [string, string][]) => rows.sort(([a], [b]) => (a < b ? -1 : 1));
      return [
        state.map(({ key, value }) => [key, value]),
        sorted(global.map(([key, word]) => [key, `value ${word}`])),
      ];
    },
    async function search(model, who) {
      const word = `zq${1 + anyBelow(words)}x`;
      const { items } = await read<PageDto<SearchHitDto>>(`/api/memory/search?q=${word}`, withKey(who));
      const readable = [
        ...readableSessions(model, who),
        ...[...model.state].flatMap(([name, own]) => (sees(model, who, name) ? [...own.values()] : [])),
        ...model.turns.filter(({ owner }) => isFor(who, owner)).map((one) => one.word),
      ];
      const found = items.flatMap(({ excerpt }) => wordsIn(excerpt.replace(/<\/?mark>/g, '')));
      return [found.filter((one) => one === word), readable.filter((one) => one === word)];
    },
    async function history(model, who, { identity }) {
      const chat = `project:${identity}`;
      const path = `${address['chat-history']}?limit=500&chat_id=${encodeURIComponent(chat)}`;
      const { messages } = await read<ChatHistoryDto>(path, withKey(who));
      const said = model.turns.filter((one) => one.chat === chat && isFor(who, one.owner));
      return [messages.flatMap(({ message }) => wordsIn(message)), said.map(({ word }) => word)];
    },
    async function tasks(model, who, { name }) {
      const { text } = await callTool(who.client, 'task', { action: 'list', project: name });
      const { tasks } = JSON.parse(text) as { tasks: string[] };
      const pending = tasks.map((one) => one.replace(/^#\d+ \d+ /, '')).sort();
      return [pending, [...(model.tasks.get(name) ?? [])].sort()];
    },
    async function decisions(model, who, { name }) {
      const path = `/api/memory/decisions?limit=200&project=${encodeURIComponent(name)}`;
      const { items } = await read<PageDto<DecisionDto>>(path, withKey(who));
      const standing = items.filter(({ withdrawn_at }) => withdrawn_at === null);
      return [standing.map(({ text }) => text).sort(), [...(model.decisions.get(name) ?? [])].sort()];
    },
    async function sessionsInThePanel(model, who) {
      if (who.owner === null) return [null, null];
      const path = '/api/memory/sessions?limit=200';
      const { items } = await read<PageDto<SessionDto>>(path, who.owner.bearer);
      return [items.flatMap(({ summary }) => wordsIn(summary)).sort(), readableSessions(model, who).sort()];
    },
  ];

  it(
    'stays apart, whatever two people, keys, machines and projects call alike',
    async () => {
      for (let run = 0; run < RUNS;) {
        await emptyMemory(t.memory);
        const projects = await makeProjects();
        const model = new Model();
        for (const [who, known] of projects)
          if (who.owner !== null) model.private_to.set(known.at(-1)!.name, who.owner.id);
        const trace: string[] = [];
        for (let step = 0; step < RUNS_OF_A_WORLD && run < RUNS; step++, run++) {
          const writer = any(people);
          const act = any(Object.values(actions));
          const done = await act(model, writer, any(projects.get(writer) ?? []));
          trace.push(`${people.indexOf(writer)}: ${done}`);
          const reader = any(people);
          const project = any(projects.get(reader) ?? []);
          for (const check of new Set([any(checks), any(checks), any(checks)])) {
            const [found, expected] = await check(model, reader, project);
            const where = `${check.name} of ${project.name} by ${people.indexOf(reader)}`;
            if (JSON.stringify(found) !== JSON.stringify(expected))
              expect({ where, found, trace }).toEqual({ where, found: expected, trace });
          }
        }
      }
    },
    RUNS * 2_000,
  );
});
