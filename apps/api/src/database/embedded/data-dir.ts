import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/**
 * Makes the data folder if it is not there yet, and returns its real path.
 *
 * Throws an EmbeddedPostgresError when it cannot be made.
 */
export function makeDataDir(data_dir: string): string {
  // Started by root, the server runs as another user, who has to pass through this folder to its own one.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    const first_made = mkdirSync(data_dir, { recursive: true, mode });
    // A strict umask takes bits from what mkdir was asked for.
    if (first_made !== undefined) chmodUpTo(resolve(first_made), resolve(data_dir), mode);
    return realpathSync(data_dir);
  } catch (error) {
    throw dataDirError(data_dir, error);
  }
}

/** The error for a data folder that does not let us read or write, with the system's reason. */
export function dataDirError(data_dir: string, error: unknown): EmbeddedPostgresError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new EmbeddedPostgresError(
    `The data folder ${data_dir} cannot be used (${code ?? message}): ` +
      'give this user the right to write there, or set DATA_DIR to another folder.',
  );
}

function chmodUpTo(first_made: string, folder: string, mode: number): void {
  chmodSync(folder, mode);
  if (folder !== first_made && folder.length > first_made.length) {
    chmodUpTo(first_made, dirname(folder), mode);
  }
}
