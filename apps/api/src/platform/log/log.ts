import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { maskSecrets } from './mask';

export type { Logger };

export interface LogOptions {
  level: string;
  /** Secrets that are masked in every line. */
  secrets: readonly string[];
  /** Default: standard output, readable on a terminal, one JSON object a line elsewhere. */
  destination?: DestinationStream;
}

/** Lines are written in batches, because each write uses the thread pool. */
const TOGETHER = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 };

/** The program's log. Writes are asynchronous, so no request waits for a terminal or a disk. */
export function createLog({ level, secrets, destination }: LogOptions): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: maskSecrets(secrets) },
    },
    destination ?? standardOutput(),
  );
}

function standardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return pino.destination({ fd: 1, sync: false, ...TOGETHER });
  const output = pino.destination({ fd: 1, sync: false });
  return pretty({ destination: output, ignore: 'level', translateTime: 'HH:MM:ss', singleLine: true });
}
