import type { WorkflowDto } from '@groupless/shared-dto';

/** What to send to each webhook to see it work. */
const BODIES: Record<string, string> = {
  'assistant-session-summary': '{"summary": "Tried the first summary."}',
  'assistant-update-state': '{"key": "web_server", "value": "10.0.0.5", "category": "server"}',
  'assistant-task': '{"action": "create", "task": "Read the README", "priority": 5}',
};

const QUERIES: Record<string, string> = {
  'assistant-context': '?budget=4000',
  'chat-history': '?chat_id=demo&limit=30',
};

/** A command line that calls a webhook. The key stands in for itself: the panel does not know it. */
export function curlOf({ method, path, url }: Pick<WorkflowDto, 'method' | 'path' | 'url'>): string {
  const key = '-H "x-api-key: $MEMORY_API_KEY"';
  if (method === 'GET') return `curl '${url}${QUERIES[path] ?? ''}' ${key}`;
  return `curl '${url}' ${key} -H 'content-type: application/json' -d '${BODIES[path] ?? '{}'}'`;
}
