import type { WorkflowDto } from '@groupless/shared-dto';
import { secretsPath } from './config/secrets-file';
import type { Settings } from './config/settings';
import type { FirstAdmin } from './users/users.service';

interface Start {
  base_url: string;
  settings: Settings;
  workflows: WorkflowDto[];
  first_admin: FirstAdmin | null;
}

/** What to send to each webhook to see it work. */
const EXAMPLES: Record<string, string> = {
  'assistant-session-summary': '{"summary": "Tried the first summary."}',
  'assistant-update-state': '{"key": "web_server", "value": "10.0.0.5", "category": "server"}',
  'assistant-task': '{"action": "create", "task": "Read the README", "priority": 5}',
};

/** What the person who started the program needs next. Secret addresses are shown only where nobody else reads along. */
export function banner({ base_url, settings, workflows, first_admin }: Start): string {
  const lines = ['', `Groupless is ready: ${base_url}`];
  if (settings.api_docs) lines.push(`API documentation:  ${base_url}/api/docs`);
  if (!settings.strict) {
    lines.push(`Secrets:            ${secretsPath(settings.data_dir)}`);
    lines.push('', 'The memory webhooks, each ready to be tried:');
    lines.push(...workflows.map((workflow) => `  ${curl(workflow, settings)}`));
  }
  if (first_admin !== null) {
    lines.push('', `First admin:        ${first_admin.email}`);
    if (first_admin.generated_password !== null) {
      lines.push(`Password:           ${first_admin.generated_password}   (shown this once)`);
    }
  }
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n');
}

function curl({ method, path, url }: WorkflowDto, { memory_api_key }: Settings): string {
  const key = memory_api_key === null ? '' : ` -H "x-api-key: $MEMORY_API_KEY"`;
  if (method === 'POST')
    return `curl ${url}${key} -H 'Content-Type: application/json' -d '${EXAMPLES[path] ?? '{}'}'`;
  return path === 'chat-history' ? `curl '${url}?chat_id=demo&limit=30'${key}` : `curl ${url}${key}`;
}
