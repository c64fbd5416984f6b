import type { Environment } from '../../program/environment';
import { ensureProject, withProject } from '../project/known-projects';
import type { HttpReply } from '../../program/http-call';
import type { MemoryApi } from '../server/memory-api';
import { sessionHeaders, summaryProject } from '../server/session-headers';
import type { SummaryEntry, TaskEntry } from './spool';

/** Sends what is done with a task of the project that it names, else of the project of its folder, which is made. */
export async function sendTask(
  environment: Environment,
  api: MemoryApi,
  { identity, body: { project: named, ...task } }: TaskEntry,
): Promise<HttpReply> {
  const send = (project: unknown) =>
    api.webhook('assistant-task', '', { method: 'POST', body: JSON.stringify({ ...task, project }) });
  return named === undefined ? withProject(environment, api, identity, send) : send(named);
}

/** Sends a summary for the project that it names, else for the project of its folder, which is made. */
export async function sendSummary(
  environment: Environment,
  api: MemoryApi,
  { identity, session_id, idempotency_key, body }: SummaryEntry,
): Promise<HttpReply> {
  const isNamed = body['projects_touched'] !== undefined;
  const project = isNamed
    ? { headers: {}, body: {} }
    : summaryProject(identity, await ensureProject(environment, api, identity));
  const told = { ...sessionHeaders(environment, session_id), ...project.headers };
  const headers = { 'idempotency-key': idempotency_key, ...told };
  const call = { method: 'POST', body: JSON.stringify({ ...body, ...project.body }), headers } as const;
  return api.webhook('assistant-session-summary', '', call);
}
