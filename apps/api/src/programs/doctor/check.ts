/** The result of one check. */
export interface Check {
  level: 'ok' | 'warning' | 'failure';
  name: string;
  /** A sentence without a secret. */
  message: string;
  /** What to do about it; null: nothing. */
  next: string | null;
}

export const ok = (name: string, message: string): Check => ({ level: 'ok', name, message, next: null });

export const warning = (name: string, message: string, next: string | null): Check => ({
  level: 'warning',
  name,
  message,
  next,
});

export const failure = (name: string, message: string, next: string): Check => ({
  level: 'failure',
  name,
  message,
  next,
});

/** As one word for the shell. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
