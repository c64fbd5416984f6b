import type { TestApp } from '../apps/test-app';

/** The five webhooks, each with a request that it takes. */
export const WEBHOOKS = [
  { path: 'assistant-context', method: 'GET', query: '', body: undefined },
  {
    path: 'assistant-session-summary',
    method: 'POST',
    query: '',
    body: { summary: 'Moved the form' },
  },
  { path: 'assistant-update-state', method: 'POST', query: '', body: { key: 'web', value: 'up' } },
  { path: 'assistant-task', method: 'POST', query: '', body: { action: 'create', task: 'Paint' } },
  { path: 'chat-history', method: 'GET', query: '?chat_id=c', body: undefined },
] as const;

export type Webhook = (typeof WEBHOOKS)[number];

/** A well-formed workflow id that nobody has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Calls an address as the webhook expects to be called. */
export function call({ http }: TestApp, address: string, { method, query, body }: Webhook) {
  return method === 'GET' ? http.get(address + query) : http.post(address).send(body);
}
