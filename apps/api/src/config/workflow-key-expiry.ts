import { readFileSync, statSync } from 'node:fs';
import { secretsPath, workflowKeyMadeAt } from './secrets-file';
import type { Settings } from './settings';

const LASTING_YEARS = 5;
const WARNED_BEFORE_MS = 90 * 86_400_000;

/**
 * The expiry of WORKFLOW_API_KEY: WORKFLOW_API_KEY_EXPIRES_AT, or, if that is not set, five years after the first start
 * generated the key, so that not all installations' keys expire on one day.
 */
export function workflowKeyExpiry(settings: Settings, now = new Date()): Date {
  const { workflow_api_key_expires_at, is_workflow_expiry_set, secrets, data_dir } = settings;
  if (is_workflow_expiry_set || secrets.WORKFLOW_API_KEY !== undefined) return workflow_api_key_expires_at;
  const end = new Date(madeAt(secretsPath(data_dir)) ?? now);
  end.setUTCFullYear(end.getUTCFullYear() + LASTING_YEARS);
  return end;
}

/** Files of older versions lack the time; the file's own is the first start's. */
function madeAt(path: string): Date | null {
  try {
    return workflowKeyMadeAt(readFileSync(path, 'utf8')) ?? statSync(path).mtime;
  } catch {
    return null;
  }
}

/** A warning at the start, from 90 days before the expiry on; null before. */
export function workflowKeyNotice({ workflow_api_key_expires_at: end }: Settings, now: Date): string | null {
  if (end.getTime() - now.getTime() > WARNED_BEFORE_MS) return null;
  const verb = end <= now ? 'has been refused since' : 'is refused from';
  const next = 'set a new WORKFLOW_API_KEY and a later WORKFLOW_API_KEY_EXPIRES_AT';
  return `WORKFLOW_API_KEY ${verb} ${end.toISOString()}: ${next}.`;
}
