import type { Environment } from '../../program/environment';
import type { Paint } from '../../program/paint';
import type { Questions } from '../../program/run';
import { MemoryApi } from '../server/memory-api';
import { readMemorySettings } from '../server/memory-settings';

const TIMEOUT_MS = 10_000;

export interface MemoryOptions {
  json: boolean;
  dry_run: boolean;
  insecure: boolean;
}

/** What a command is given. */
export interface MemoryRun {
  options: MemoryOptions;
  environment: Environment;
  paint: Paint;
  now: () => Date;
  /** A key, from the terminal or piped in. */
  ask: Questions;
  /** All that is piped in. */
  input: NodeJS.ReadableStream;
}

/** The server that `login` has stored. */
export function memoryApi({ environment }: MemoryRun, timeout_ms = TIMEOUT_MS): MemoryApi {
  return new MemoryApi(environment, readMemorySettings(environment), () => timeout_ms);
}
