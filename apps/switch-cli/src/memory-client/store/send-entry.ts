import type { Environment } from '../../program/environment';
import { ensureProject, withProject } from '../project/known-projects';
import type { HttpReply } from '../../program/http-call';
import { MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { sessionHeaders, summaryProject } from '../server/session-headers';
import { PLACE_FIELDS } from './certain-place';
import type { RowEntry, SummaryEntry } from './spool';

const WEBHOOKS = { task: 'assistant-task', state: 'assistant-update-state' } as const;

/** Sends a row of the project that it names, else of the project of its folder, which is made. @returns also that project's name */
export async function sendRow(
  environment: Environment,
  api: MemoryApi,
  { kind, identity, body: { project: named, ...row } }: RowEntry,
): Promise<{ project: string | null; reply: HttpReply }> {
  const send = async (project: string | null) => {
    const reply = await sendKnown({ ...row, project: project ?? undefined }, PLACE_FIELDS, (sent) =>
      api.webhook(WEBHOOKS[kind], '', { method: 'POST', body: JSON.stringify(sent) }),
    );
    return { project, reply };
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
  // A server of before knows by the key how it was made.
  return sendKnown({ ...body, ...project.body }, ['made'], send);
}

/** @param newer fields without which it is sent again where the server refuses it: one of before does not know them */
export async function sendKnown<Answer>(
  body: Record<string, unknown>,
  newer: readonly string[],
  send: (sent: Record<string, unknown>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(body);
  } catch (failure) {
    const isRefused = failure instanceof MemoryRefusal && failure.code === 'invalid_request';
    if (!isRefused || newer.every((name) => body[name] === undefined)) throw failure;
    return send(Object.fromEntries(Object.entries(body).filter(([name]) => !newer.includes(name))));
  }
}
