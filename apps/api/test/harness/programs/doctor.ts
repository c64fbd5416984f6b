import { runInProcess } from './command-in-process';

export interface Check {
  level: 'ok' | 'warning' | 'failure';
  name: string;
  message: string;
  next: string | null;
}

export interface Seen {
  code: number | null;
  output: string;
  checks: Check[];
  /** The level, message and advice of a check; of several the worst. */
  of: (name: string) => string;
}

/** What the doctor says of an installation with these settings. */
export async function doctor(environment: Record<string, string>): Promise<Seen> {
  const { code, output, errors } = await runInProcess('doctor', environment, ['--json']);
  expect(errors).toBe('');
  const { is_well, checks } = JSON.parse(output) as { is_well: boolean; checks: Check[] };
  expect(is_well).toBe(code === 0);
  const of = (name: string) =>
    ['failure', 'warning', 'ok']
      .flatMap((level) => checks.filter((check) => check.name === name && check.level === level))
      .map(({ level, message, next }) => `${level}: ${message} ${next ?? ''}`)[0] ?? 'not said';
  return { code, output, checks, of };
}

export const failures = ({ checks }: Seen) => checks.filter(({ level }) => level === 'failure');
