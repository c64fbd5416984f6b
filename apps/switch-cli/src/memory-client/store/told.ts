import { existsSync } from 'node:fs';
import type { Environment } from '../../program/environment';
import type { Told } from '@groupless/shared-dto/memory/recall/recalled';
import { readJson, writeJson } from './json-file';
import { sessionFile } from './session-state';

/** So many rows are remembered: a session that goes on for so long has forgotten the first. */
const MOST_ROWS = 300;

export const NOTHING: Told = { brief: '', rows: [] };

/** Whether a hook has told a session its brief, or that there is none. */
export function wasTold(environment: Environment, session_id: string): boolean {
  return existsSync(fileOf(environment, session_id));
}

export function readTold(environment: Environment, session_id: string): Told {
  return readJson<Told>(fileOf(environment, session_id), NOTHING);
}

/** A new brief begins a new conversation: after a compaction what was recalled before is gone. */
export function tellBrief(
  environment: Environment,
  session_id: string,
  brief: string,
  rows: readonly string[] = [],
): void {
  writeTold(environment, session_id, { brief, rows: [...rows] });
}

/** @param text what a brief of news says, where there is one */
export function tellRows(
  environment: Environment,
  session_id: string,
  rows: readonly string[],
  text = '',
): void {
  const told = readTold(environment, session_id);
  const brief = text === '' || told.brief.includes(text) ? told.brief : `${told.brief}\n\n${text}`;
  writeTold(environment, session_id, {
    brief,
    rows: [...new Set([...told.rows, ...rows])].slice(-MOST_ROWS),
  });
}

/** What was told is told again at worst: a disk that is full must not take the brief away. */
function writeTold(environment: Environment, session_id: string, told: Told): void {
  try {
    writeJson(fileOf(environment, session_id), told);
  } catch {
    // See above.
  }
}

function fileOf(environment: Environment, session_id: string): string {
  return sessionFile(environment, session_id, 'told.json');
}
