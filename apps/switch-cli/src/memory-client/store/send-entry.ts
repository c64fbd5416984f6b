import type { Environment } from '../../program/environment';
import { ensureProject, withProject } from '../project/known-projects';
import type { HttpReply } from '../../program/http-call';
import { MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { sessionHeaders, summaryProject } from '../server/session-headers';
import type { RowEntry, SummaryEntry } from './spool';

const WEBHOOKS = { task: 'assistant-task', state: 'assistant-update-state' } as const;

/** Sends a row of the project that it names, else of the project of its folder, which is made. @returns also that project's name */
export async function sendRow(
  environment: Environment,
  api: MemoryApi,
  { kind, identity, body: { project: named, ...row } }: RowEntry,
): Promise<{ project: string | null; reply: HttpReply }> {
  const send = async (project: string | null) => {
    const body = JSON.stringify({ ...row, project: project ?? undefined });
    return { project, reply: await api.webhook(WEBHOOKS[kind], '', { method: 'POST', body }) };
  };
  return named === undefined ? withProject(environment, api, identity, send) : send(named as string | null);
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
  const send = (sent: object) =>
    api.webhook('assistant-session-summary', '', { method: 'POST', body: JSON.stringify(sent), headers });
  const { made, ...others }: Record<string, unknown> = { ...body, ...project.body };
  try {
    return await send({ made, ...others });
  } catch (failure) {
    // A server of before does not know the field, and knows it by the key.
    if (made === undefined || !(failure instanceof MemoryRefusal) || failure.code !== 'invalid_request')
      throw failure;
    return send(others);
  }
}
