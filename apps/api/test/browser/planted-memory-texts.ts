import { LIMITS } from '@groupless/shared-dto';
import { asWord, inAddress, type Planting } from './planting';

/** Where assistants write. */
export interface MemoryWebhooks {
  summary: string;
  state: string;
  task: string;
}

/** What people write into the memory. */
export async function plantMemory(planting: Planting, index: number): Promise<void> {
  const text = planting.texts[index]!;
  const [long, line] = [planting.from(index, 1_400), planting.from(index, 2_000)];
  const project = await planting.send('post', '/api/memory/projects', {
    ...{ name: text, description: long, notes: long, server: line, url: line, stack: line },
  });
  planting.rowIsSeenAt(index, project, ({ id }) => `/memory/projects/${id}`);
  const person = await planting.send('post', '/api/memory/people', {
    ...{ name: text, relationship: line, notes: long },
  });
  planting.rowIsSeenAt(index, person, ({ id }) => `/memory/people/${id}`);
  const task = await planting.send('post', '/api/memory/tasks', { task: long, project_id: project?.id });
  planting.rowIsSeenAt(index, task, ({ id }) => `/memory/tasks/${id}`);
}

/** What a coding assistant writes, from a machine of that name. Its project must be there. */
export async function plantByWebhooks(
  planting: Planting,
  index: number,
  webhooks: MemoryWebhooks,
): Promise<void> {
  const text = planting.texts[index]!;
  const list = planting.from(index, 1_400);
  const session = await planting.send('post', webhooks.summary, {
    ...{ summary: list, projects_touched: text, decisions_made: list },
    ...{ tasks_completed: list, tasks_created: list, mood: asWord(text).slice(0, 32).toWellFormed() },
    ...{ decisions_withdrawn: text, session_id: text, branch: text, head: text, machine: text },
  });
  planting.rowIsSeenAt(index, session, ({ session: { id } }) => `/memory/sessions/${id}`);
  await planting.send('post', webhooks.state, { key: text, value: list, category: asWord(text) });
  planting.isSeenAt(index, `/memory/state/${inAddress(text)}`);
  await planting.send('post', webhooks.state, { key: text, value: list, project: text });
  await planting.send('post', webhooks.task, { action: 'create', task: text, project: text });
}

/** An assistant that reads the memory, under names that a header can hold. */
export async function plantAssistant(planting: Planting, index: number, context: string): Promise<void> {
  const text = planting.texts[index]!;
  if (!/^[\x20-\x7e]+$/.test(text)) return;
  const from = { 'x-assistant-session': text, 'x-machine-name': text };
  await planting.send('get', context, undefined, from);
  planting.isSeenAt(index, `/memory/overview/${inAddress(text)}`);
}

/** The words of a coding assistant's chat, by a key of its own. */
export async function plantAssistantsChat(planting: Planting): Promise<void> {
  const { texts } = planting;
  const made = await planting.send('post', '/api/settings/keys', { name: 'memory', scopes: ['memory'] });
  const key = { 'x-api-key': made!.key };
  const most = LIMITS.stored_messages.max;
  for (let at = 0; at < texts.length; at += most) {
    const messages = texts.slice(at, at + most).map((text) => ({ external_id: text, role: 'user', text }));
    const [session_id, branch, head, machine] = texts.slice(at);
    const body = { messages, session_id, branch, head, machine };
    await planting.send('post', `/api/memory/chats/${CHAT}/messages`, body, key);
  }
  const identities = texts.slice(0, LIMITS.project_identities.sent);
  await planting.send('post', '/api/memory/projects/1/identities', { identities });
  await planting.send('post', '/api/memory/projects/of-folder', { identities: [texts.at(-1)] }, key);
  planting.pages.add(`/memory/chats/${CHAT}`);
}

const CHAT = encodeURIComponent('project:planted');
