import type { Paint } from './paint';
import type { Environment } from './environment';

export interface Options {
  /** Null: the tool of the account decides. */
  target: string | null;
  json: boolean;
  dry_run: boolean;
  force: boolean;
  insecure: boolean;
  /** For each request. */
  timeout_ms: number;
  /** How long another run, or the assistant, may hold its lock; a hook has little time. */
  lock_wait_ms?: number;
}

/** What a command is given. */
export interface Run {
  options: Options;
  environment: Environment;
  paint: Paint;
  now: () => Date;
  /** Prints progress for people; not with `--json`. */
  note: (text: string) => void;
  /** Asks the person, or reads what is piped in. */
  ask: Questions;
  /** How it is done again for one tool alone, where a command is for several. */
  again?: string;
}

export interface Questions {
  is_terminal: boolean;
  /** A line, shown as it is typed unless it is secret. */
  line: (prompt: string, options?: { secret: boolean }) => Promise<string>;
  /** All that is piped in. */
  piped: () => Promise<string>;
}

/** What a command found or did. `facts.warnings` are told to people too. */
export interface Outcome {
  /** For people. */
  lines: string[];
  /** For `--json`: never a secret. */
  facts: Record<string, unknown>;
  /** Of `run` it is the code of the command that it has run. */
  exit_code?: number;
  /** Whether another program uses stdout, so nothing may be printed there. */
  isSilent?: boolean;
}
