import { LIMITS, type ClientImportDto } from '@groupless/shared-dto';
import type { ServedApp } from '../harness/apps/served-app';
import { AS_AGENT, setAgent } from '../harness/data/appointments';
import { PASSWORD, signIn, type SignedInUser } from '../harness/data/panel-users';
import { fillScreens, type RowIds } from './screens';

/** Where the texts are now. */
export interface Planted {
  ids: RowIds;
  /** Addresses of pages of some rows: each of them shows many texts. */
  pages: string[];
  /** How many requests brought them. */
  sent: number;
  /** Those that the API refused: where, and why. */
  refused: string[];
}

interface Answer {
  /** A number in the memory. */
  id: string;
  conversation_id: string;
  session: { id: number };
}

/** After the appointment of `fillScreens()`. */
const FIRST_MS = Date.UTC(2027, 3, 6, 10);
const QUARTER_MS = 15 * 60_000;

/**
 * Puts each text into every field that people, agents and assistants may fill, by the ways by which they do: one alone
 * into a name, and as many as have room into a longer field.
 */
export async function plant(t: ServedApp, texts: readonly string[], pagesOfAKind: number): Promise<Planted> {
  const ids = await fillScreens(t);
  const planting = new Planting(t, await signIn(t), texts, ids);
  await planting.settings();
  const each = Math.ceil(texts.length / pagesOfAKind);
  for (let index = 0; index < texts.length; index++) {
    planting.isNoted = index % each === 0;
    await planting.people(index);
    await planting.chat(index);
    await planting.memory(index);
    await planting.memoryByWebhooks(index);
  }
  await planting.clientsByFile();
  return planting.planted;
}

class Planting {
  readonly planted: Planted;
  /** Whether the pages of the next rows are to be looked at. */
  isNoted = false;
  private readonly webhooks = new Map<string, string>();
  /** Of the conversation that all see. */
  private chat_id = '';

  constructor(
    private readonly t: ServedApp,
    private readonly admin: SignedInUser,
    private readonly texts: readonly string[],
    ids: RowIds,
  ) {
    this.planted = { ids, pages: [], sent: 0, refused: [] };
  }

  /** What there is one of: a long list in it holds many texts. */
  async settings(): Promise<void> {
    const names = (most: number) => [...new Set(this.texts)].slice(0, most);
    await setAgent(this.t, {
      name: this.texts[0]!,
      greeting: this.from(1, 2_000),
      resources: ['main', ...names(49)],
      services: names(100).map((name) => ({ name, duration_minutes: 15 })),
      // A body has 1,000 keys at most.
      closures: names(200).map((reason, index) => ({ ...dayOff(index), reason })),
    });
    const { client, appointment, conversation } = this.planted.ids;
    await this.send('patch', `/api/clients/${client}`, { name: this.texts[0], notes: this.from(2, 1_400) });
    await this.send('patch', `/api/appointments/${appointment}`, { title: this.texts[1] });
    await this.send('patch', '/api/memory/projects/1', {
      name: `${this.texts[2]!.slice(0, 190)} patched`,
      stack: this.from(3, 2_000),
    });
    await this.send('patch', '/api/memory/people/1', { name: this.texts[3], notes: this.from(4, 1_400) });
    await this.send('patch', '/api/memory/sessions/1', { summary: this.from(5, 1_400) });
    await this.send('put', '/api/memory/state/plants', { value: this.from(6, 1_400) });
    await this.send('patch', '/api/auth/me', { name: this.texts[4] });
    await this.send('post', `/api/conversations/${conversation}/takeover`);
    this.chat_id = await this.chatOf(conversation);
    for (const path of ['session-summary', 'update-state', 'task', 'context'])
      this.webhooks.set(path, await this.t.webhook(`assistant-${path}`));
  }

  /** Clients, appointments, users, and what the settings list. */
  async people(index: number): Promise<void> {
    const text = this.texts[index]!;
    const client = await this.send('post', '/api/clients', {
      ...{ name: text, company: text, notes: this.from(index, 1_400), allow_duplicate: true },
      tags: [...new Set([text, ...this.texts.slice(index + 1, index + 10)])].map((tag) =>
        tag.replaceAll(',', ';'),
      ),
    });
    const tabs = ['', '?tab=timeline', '?tab=appointments', '?tab=conversations'];
    this.note(client, ({ id }) => `/clients/${id}${tabs[index % tabs.length]!}`);
    const appointment = await this.send('post', '/api/appointments', {
      ...{ client_id: client?.id, title: text, notes: this.from(index, 1_400), external_id: text },
      starts_at: new Date(FIRST_MS + index * QUARTER_MS).toISOString(),
      duration_minutes: 15,
    });
    this.note(appointment, ({ id }) => `/appointments/${id}?date=2027-04-06`);
    const email = `planted-${index}@example.com`;
    const user = await this.send('post', '/api/users', {
      email,
      name: text,
      role: 'viewer',
      password: PASSWORD,
    });
    this.note(user, ({ id }) => `/users/${id}`);
    await this.send('post', '/api/settings/saved-replies', { name: text, text: this.from(index, 1_400) });
    await this.send('post', '/api/settings/keys', { name: text, scopes: ['panel:read'] });
    await this.send('post', '/api/assistant-accounts', {
      ...{ name: text, type: 'teams', description: this.from(index, 1_400) },
    });
    if (index < LIMITS.hooks_max - 1) {
      const url = `https://hooks.example.com/${text.replaceAll(/\s/g, '')}`;
      await this.send('post', '/api/settings/hooks', { url, events: ['client.created'], active: false });
    }
    for (const search of SEARCHES) this.look(search + inAddress(text));
  }

  /** The agent's messages, the team's replies and notes; the chats bear names of the texts too. */
  async chat(index: number): Promise<void> {
    const text = this.texts[index]!;
    const ping = { chat_id: text, channel: text, contact: { name: text, phone: text } };
    const message = { role: index % 2 === 0 ? 'user' : 'assistant', text: this.from(index, 1_400) };
    const conversation = await this.send('post', '/api/conversations/ping', { ...ping, message }, AS_AGENT);
    const talk = { chat_id: this.chat_id, message: { role: 'user', text, external_id: text } };
    await this.send('post', '/api/conversations/ping', talk, AS_AGENT);
    const path = `/api/conversations/${this.planted.ids.conversation}`;
    await this.send('post', `${path}/messages`, { text });
    await this.send('post', `${path}/notes`, { text: this.from(index, 1_400) });
    this.note(conversation, ({ conversation_id }) => `/conversations/${conversation_id}`);
    this.look(`/memory/chats/${inAddress(text)}`);
  }

  async memory(index: number): Promise<void> {
    const text = this.texts[index]!;
    const project = await this.send('post', '/api/memory/projects', {
      ...{ name: text, status: text, description: this.from(index, 1_400), notes: this.from(index, 1_400) },
      ...{ server: this.from(index, 2_000), url: this.from(index, 2_000), stack: this.from(index, 2_000) },
    });
    this.note(project, ({ id }) => `/memory/projects/${id}`);
    const person = await this.send('post', '/api/memory/people', {
      ...{ name: text, relationship: this.from(index, 2_000), notes: this.from(index, 1_400) },
    });
    this.note(person, ({ id }) => `/memory/people/${id}`);
    const task = await this.send('post', '/api/memory/tasks', {
      task: this.from(index, 1_400),
      project_id: project?.id,
    });
    this.note(task, ({ id }) => `/memory/tasks/${id}`);
  }

  /** As a coding assistant does, from a machine of that name. */
  async memoryByWebhooks(index: number): Promise<void> {
    const text = this.texts[index]!;
    const list = this.from(index, 1_400);
    const session = await this.send('post', this.webhooks.get('session-summary')!, {
      ...{
        summary: list,
        projects_touched: text,
        decisions_made: list,
        tasks_completed: list,
        tasks_created: list,
      },
      mood: word(text).slice(0, 32).toWellFormed(),
    });
    this.note(session, ({ session: { id } }) => `/memory/sessions/${id}`);
    await this.send('post', this.webhooks.get('update-state')!, {
      key: text,
      value: list,
      category: word(text),
    });
    this.look(`/memory/state/${inAddress(text)}`);
    await this.send('post', this.webhooks.get('task')!, { action: 'create', task: text, project: text });
    if (!/^[\x20-\x7e]+$/.test(text)) return;
    const from = { 'x-assistant-session': text, 'x-machine-name': text };
    await this.send('get', this.webhooks.get('context')!, undefined, from);
    this.look(`/memory/assistants/${inAddress(text)}`);
  }

  async clientsByFile(): Promise<void> {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = this.texts.map((text) => [text, text, text.replaceAll(/[,;]/g, ' '), text].map(cell).join());
    const { status, body } = await this.t.http
      .post('/api/clients/import')
      .set({ ...this.admin.bearer, 'content-type': 'text/csv' })
      .send(['name,company,tags,notes', ...rows].join('\r\n'));
    if (status !== 200) throw new Error(`The file was refused: ${JSON.stringify(body)}`);
    this.planted.sent++;
    const { failed } = body as ClientImportDto;
    this.planted.refused.push(...failed.map(({ row, field, code }) => `row ${row}: ${field} ${code}`));
  }

  /** As many texts from one on as have room, each on a line of its own. */
  private from(index: number, most: number): string {
    let text = this.texts[index % this.texts.length]!;
    for (let next = index + 1; next < index + this.texts.length; next++) {
      const longer = `${text}\n${this.texts[next % this.texts.length]!}`;
      if (longer.length > most) break;
      text = longer;
    }
    return text;
  }

  private async send(
    method: 'get' | 'post' | 'put' | 'patch',
    path: string,
    body?: object,
    headers: object = this.admin.bearer,
  ): Promise<Answer | null> {
    const { status, body: answered } = await this.t.http[method](path)
      .set(headers as Record<string, string>)
      .send(body);
    this.planted.sent++;
    if (status < 300) return answered as Answer;
    this.planted.refused.push(`${method} ${path}: ${status} ${JSON.stringify(answered)}`);
    return null;
  }

  private look(path: string): void {
    if (this.isNoted) this.planted.pages.push(path);
  }

  private note(row: Answer | null, pathOf: (row: Answer) => string): void {
    if (row !== null) this.look(pathOf(row));
  }

  private async chatOf(conversation: string): Promise<string> {
    const { rows } = await this.t.panel.query<{ chat_id: string }>(
      'select chat_id from conversations where id = $1',
      [conversation],
    );
    return rows[0]!.chat_id;
  }
}

/** Screens that show what was searched for. */
const SEARCHES = ['/clients?search=', '/conversations?search=', '/memory/search?q=', '/users?search='];

/** The panel's router takes brackets for its own. */
const inAddress = (text: string) => encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29');

const word = (text: string) => text.replaceAll(/\s+/g, '/').slice(0, 200);

function dayOff(index: number) {
  const day = new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10);
  return { from: day, to: day };
}
