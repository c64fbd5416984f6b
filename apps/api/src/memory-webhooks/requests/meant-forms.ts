import { meantTaskAction } from '@groupless/shared-dto/memory/task-actions';

/* What models mean by values that are in no form of ours. */

export function meantAction(value: unknown): unknown {
  return typeof value === 'string' ? meantTaskAction(value) : value;
}

/** A mood of several words is its first one. */
export function firstWord(value: unknown): unknown {
  if (typeof value !== 'string' || !/\s/u.test(value.trim())) return value;
  return value.trim().split(/[\s,;]+/u)[0];
}

/** A value that is no text stands there as JSON. */
export function asText(value: unknown): unknown {
  return typeof value === 'string' || value === null ? value : JSON.stringify(value);
}
