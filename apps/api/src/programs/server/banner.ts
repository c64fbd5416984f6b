import { existsSync } from 'node:fs';
import type { WorkflowDto } from '@groupless/shared-dto';
import { secretsPath } from '../../config/secrets-file';
import type { Settings } from '../../config/settings';

interface Start {
  base_url: string;
  settings: Settings;
  workflows: WorkflowDto[];
  /** Warnings, a sentence each. */
  notices: string[];
}

/** Example bodies to try each webhook. */
const EXAMPLES: Record<string, string> = {
  'assistant-session-summary': '{"summary": "Tried the first summary."}',
  'assistant-update-state': '{"key": "web_server", "value": "10.0.0.5", "category": "server"}',
  'assistant-task': '{"action": "create", "task": "Read the README", "priority": 5}',
};

/** The text that is printed after the start. Secret addresses are printed only if the start is not strict. */
export function banner({ base_url, settings, workflows, notices }: Start): string {
  const lines = ['', `Groupless is ready: ${base_url}`];
  if (settings.api_docs) lines.push(`API documentation:  ${base_url}/api/docs`);
  if (!settings.strict) {
    // There is no such file where the environment has every secret.
    const path = secretsPath(settings.data_dir);
    if (existsSync(path)) lines.push(`Secrets:            ${path}`);
    const needsKey = settings.memory_api_key === null ? '' : ' from a shell that has MEMORY_API_KEY';
    lines.push('', `The memory webhooks, each ready to be tried${needsKey}:`);
    lines.push(...workflows.map((workflow) => `  ${curl(workflow, settings)}`));
  }
  if (notices.length > 0) lines.push('', ...notices);
  return [...lines, '', 'Press Ctrl-C to stop.', ''].join('\n');
}

function curl({ method, path, url }: WorkflowDto, { memory_api_key }: Settings): string {
  const key = memory_api_key === null ? '' : ` -H "x-api-key: $MEMORY_API_KEY"`;
  if (method === 'POST') {
    return `curl '${url}'${key} -H 'Content-Type: application/json' -d '${EXAMPLES[path] ?? '{}'}'`;
  }
  return path === 'chat-history' ? `curl '${url}?chat_id=demo&limit=30'${key}` : `curl '${url}'${key}`;
}
