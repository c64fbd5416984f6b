import type { ExitCode } from '../program/exit-codes';
import { DOCTOR, type Failure } from '../program/failure';

/** One thing that `doctor` looked at. */
export interface Check {
  name: string;
  level: 'ok' | 'warning' | 'error';
  message: string;
  /** What to do about it. */
  next?: string;
  /** Of an error; 1 unless said. */
  exit_code?: ExitCode;
}

export const ok = (name: string, message: string): Check => ({ name, level: 'ok', message });

export const warning = (name: string, message: string, next?: string): Check => ({
  name,
  level: 'warning',
  message,
  ...(next === undefined ? {} : { next }),
});

export const error = (name: string, message: string, next?: string, exitCode?: ExitCode): Check => ({
  name,
  level: 'error',
  message,
  ...(next === undefined ? {} : { next }),
  ...(exitCode === undefined ? {} : { exit_code: exitCode }),
});

/** What a failure advises, without sending the reader of `doctor` to `doctor`. */
export function nextOfFailure({ next: [first] }: Failure): string | undefined {
  const advice = first?.replace(DOCTOR, '.');
  return /assistant-(switch|memory) doctor/.test(advice ?? '') ? undefined : advice;
}
