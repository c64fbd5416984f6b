import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const maxBytes = 10 * 1024 * 1024;
const tailBytes = 16 * 1024;

/** The log file of the server: `postgres.log` in the data folder. */
export class ServerLog {
  private readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'postgres.log');
  }

  /** Truncates the file if it is over 10 MB. A server that has it open goes on at the new end. */
  shorten(): void {
    this.withFile((file) => {
      if (fstatSync(file).size > maxBytes) ftruncateSync(file);
    });
  }

  /** Runs the action with the file opened for appending. */
  withFile<T>(action: (file: number) => T): T {
    const file = openSync(this.path, 'a+', 0o600);
    try {
      fchmodSync(file, 0o600);
      return action(file);
    } finally {
      closeSync(file);
    }
  }

  /** The current end in bytes, for `since()`. */
  end(): number {
    return this.withFile((file) => fstatSync(file).size);
  }

  /** What was written after `end`: at most the last 16 KB. */
  since(end: number): string {
    return this.withFile((file) => {
      const { size } = fstatSync(file);
      const from = Math.max(Math.min(end, size), size - tailBytes);
      const text = Buffer.alloc(size - from);
      return text.toString('utf8', 0, readSync(file, text, 0, text.length, from));
    });
  }
}
