import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPrivateFile, readPrivateFile, removeDrafts } from '../../config/private-file';
import { EmbeddedPostgresError } from './embedded-postgres-error';

export const passwords_file = 'database-passwords.json';

export interface DatabasePasswords {
  readonly superuser: string;
  readonly groupless: string;
}

/**
 * The passwords of the database's two roles, made at the first start and kept in a private file.
 *
 * Throws an EmbeddedPostgresError when the file is damaged, or missing although `cluster_exists`: new
 * passwords would not open a database that was made with others.
 */
export function databasePasswords(data_dir: string, cluster_exists: boolean): DatabasePasswords {
  const path = join(data_dir, passwords_file);
  removeDrafts(path);
  const text = textOf(path);
  if (text !== null) return parsedPasswords(path, text);
  if (cluster_exists) {
    throw new EmbeddedPostgresError(
      `The file ${path} is missing, and the database beside it opens only with the passwords in it: ` +
        'put it back from a backup.',
    );
  }
  const passwords = { superuser: newPassword(), groupless: newPassword() };
  createPrivateFile(path, `${JSON.stringify(passwords, null, 2)}\n`);
  return passwords;
}

/** 256 random bits in characters that need no escaping in a URL. */
function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

function textOf(path: string): string | null {
  try {
    return readPrivateFile(path);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

/** Throws an EmbeddedPostgresError. */
export function parsedPasswords(path: string, text: string): DatabasePasswords {
  try {
    const { superuser, groupless } = JSON.parse(text) as Partial<DatabasePasswords>;
    if (superuser && groupless) return { superuser, groupless };
  } catch {
    // What the parser complains about quotes the content, which must not get into a message.
  }
  throw new EmbeddedPostgresError(`The file ${path} is damaged: put it back from a backup.`);
}
