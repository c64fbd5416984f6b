import { LIMITS, type SessionSummaryResultDto } from '@groupless/shared-dto';
import { usageFailure } from '../../program/failure';
import { plain } from '../../program/plain-text';
import type { Outcome } from '../../program/run';
import { folderProject } from '../project/folder-identities';
import { memoryApi, type MemoryRun } from '../program/memory-run';
import { jsonOf } from '../server/memory-api';
import { certainPlace } from '../store/certain-place';
import { sendSummary } from '../store/send-entry';
import { spool } from '../store/spool';
import { hashOf } from '../transcript/digest';
import { kept } from './task';

export interface SummaryOptions {
  project?: string;
  decision?: string[];
}

/** Stores the summary that is piped in, for this folder's project or a named one. The same text twice in a day is stored once. */
export async function storeSummary(run: MemoryRun, own: SummaryOptions): Promise<Outcome> {
  const summary = await pipedText(run.input);
  const api = memoryApi(run);
  const identity = await folderProject(run.environment, run.environment.cwd);
  const said = { summary, projects_touched: own.project, decisions_made: own.decision };
  const idempotency_key = `cli:${hashOf(`${identity}\n${JSON.stringify(said)}`)}`;
  // If it has to wait, it has the time of now.
  const ended_at = new Date().toISOString();
  const place = await certainPlace(run.environment, run.environment.cwd);
  const { session_id = '' } = place;
  const body = { ...said, ...place };
  const entry = { kind: 'summary', identity, session_id, idempotency_key, ended_at, body } as const;
  try {
    const reply = await sendSummary(run.environment, api, entry);
    const answer = jsonOf<SessionSummaryResultDto>(reply, 'result', 'session');
    return {
      lines: [
        `${run.paint.good('✓')} The summary is stored (${answer.result}, session ${answer.session.id}).`,
        ...(answer.unknown_projects ?? []).map((one) => `! No project is called ${plain(one)}.`),
      ],
      facts: { ...answer },
    };
  } catch (failure) {
    throw kept(failure, () => spool(run.environment, api, entry));
  }
}

async function pipedText(input: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString().trim();
  if (text === '')
    throw usageFailure('There is no summary. Pipe it in: assistant-memory summary < summary.md');
  if ([...text].length > LIMITS.summary.max) {
    throw usageFailure(`The summary is longer than ${LIMITS.summary.max} characters.`);
  }
  return text;
}
