import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from './data-dir';
import { EmbeddedPostgresError } from './embedded-postgres-error';

const file_name = 'database-passwords.json';

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
  const path = join(data_dir, file_name);
  removeHalfWritten(data_dir);
  const text = textOf(path);
  if (text !== undefined) return parsedPasswords(path, text);
  if (cluster_exists) {
    throw new EmbeddedPostgresError(
      `The file ${path} is missing, and the database beside it opens only with the passwords in it: ` +
        'put it back from a backup.',
    );
  }
  const passwords = { superuser: newPassword(), groupless: newPassword() };
  writePrivateFile(path, `${JSON.stringify(passwords, null, 2)}\n`);
  return passwords;
}

/** 256 random bits in characters that need no escaping in a URL. */
function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`The file ${path} cannot be read (${code}).`);
  }
}

function parsedPasswords(path: string, text: string): DatabasePasswords {
  try {
    const { superuser, groupless } = JSON.parse(text) as Partial<DatabasePasswords>;
    if (superuser && groupless) return { superuser, groupless };
  } catch {
    // What the parser complains about quotes the content, which must not get into a message.
  }
  throw new EmbeddedPostgresError(`The file ${path} is damaged: put it back from a backup.`);
}

/** The file is there with its whole content or not at all, also after a power failure. */
function writePrivateFile(path: string, content: string): void {
  const half_written = `${path}.new-${randomBytes(6).toString('hex')}`;
  const file = openSync(half_written, 'wx', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(half_written, path);
  syncFolder(dirname(path));
}

function removeHalfWritten(data_dir: string): void {
  for (const name of readdirSync(data_dir)) {
    if (name.startsWith(`${file_name}.new-`)) rmSync(join(data_dir, name), { force: true });
  }
}
