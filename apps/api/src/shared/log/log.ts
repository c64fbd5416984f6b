import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import { maskSecrets } from './mask';

export type { Logger };

export interface LogOptions {
  level: string;
  /** Secrets that must never stand in a line, wherever they came from. */
  secrets: readonly string[];
  /** Default: standard output, readable on a terminal, one JSON object a line elsewhere. */
  destination?: DestinationStream;
}

/** The program's log. Lines are written in the background, so that no request waits for a terminal or a disk. */
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
  const output = pino.destination({ fd: 1, sync: false });
  if (!process.stdout.isTTY) return output;
  return pretty({ destination: output, ignore: 'level', translateTime: 'HH:MM:ss', singleLine: true });
}
