import type { ExitCode } from './exit-codes';
import type { Paint } from './paint';
import type { Environment } from './environment';

export interface Options {
  target: string;
  json: boolean;
  dry_run: boolean;
  force: boolean;
  insecure: boolean;
  /** For each request. */
  timeout_ms: number;
}

/** What a command is given. */
export interface Run {
  options: Options;
  environment: Environment;
  paint: Paint;
  now: () => Date;
  /** Says something on the way, to people only. */
  note: (text: string) => void;
  /** Asks the person, or reads what is piped in. */
  ask: Questions;
}

export interface Questions {
  is_terminal: boolean;
  /** A line, shown as it is typed unless it is secret. */
  line: (prompt: string, options?: { secret: boolean }) => Promise<string>;
  /** All that is piped in. */
  piped: () => Promise<string>;
}

/** What a command found or did. */
export interface Outcome {
  /** For people. */
  lines: string[];
  /** For `--json`: never a secret. */
  facts: Record<string, unknown>;
  exit_code?: ExitCode;
}
