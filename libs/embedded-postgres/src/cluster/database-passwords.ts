import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createPrivateFile, readPrivateFile, removeDrafts } from '../data-folder/private-file';
import { hasUnfinishedCluster } from './cluster-folder';
import { clusterParents } from './cluster-place';
import { EmbeddedPostgresError } from '../embedded-postgres-error';
import type { Naming } from '../naming';

export const passwordsFile = 'database-passwords.json';

export interface DatabasePasswords {
  readonly superuser: string;
  readonly owner: string;
}

/**
 * The passwords of the superuser and the owner: from the private file, or new ones at the first start.
 *
 * Throws an EmbeddedPostgresError if the file is damaged, if it is missing but there is a cluster (new passwords would
 * not open it), or if the cluster is missing but there is the file (which is written only after the cluster is made).
 */
export function databasePasswords(
  dataDir: string,
  { parent, clusterExists }: { parent: string; clusterExists: boolean },
  { ownerRole, systemFolder }: Naming,
): DatabasePasswords {
  const path = join(dataDir, passwordsFile);
  removeDrafts(path);
  const text = textOf(path);
  if (text !== null && !clusterExists && !hasUnfinishedCluster(parent)) {
    throw new EmbeddedPostgresError(
      `The database is missing: ${path} belongs to one that was in ${clusterParents(dataDir, systemFolder)
        .map((folder) => join(folder, 'postgres'))
        .join(
          ' or in ',
        )}. Put it back from a backup, or move that file away to begin with an empty database.`,
    );
  }
  if (text !== null) return parsedPasswords(path, text, ownerRole);
  if (clusterExists) {
    throw new EmbeddedPostgresError(
      `The file ${path} is missing, and the database beside it opens only with the passwords in it: ` +
        'put it back from a backup.',
    );
  }
  return { superuser: newPassword(), owner: newPassword() };
}

/** The password of the serving role: a hash of the owner's, which it does not reveal. */
export function servingPassword({ owner }: DatabasePasswords, servingRole: string): string {
  return createHmac('sha256', owner).update(servingRole).digest('base64url');
}

/** Stores the passwords of a new cluster. Call it just before the cluster is renamed into place. */
export function keepPasswords(
  dataDir: string,
  { superuser, owner }: DatabasePasswords,
  ownerRole: string,
): void {
  const content = JSON.stringify({ superuser, [ownerRole]: owner }, null, 2);
  createPrivateFile(join(dataDir, passwordsFile), `${content}\n`);
}

/** 256 random bits, URL-safe. */
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
export function parsedPasswords(path: string, text: string, ownerRole: string): DatabasePasswords {
  try {
    const { superuser, [ownerRole]: owner } = JSON.parse(text) as Partial<Record<string, string>>;
    if (superuser && owner) return { superuser, owner };
  } catch {
    // The parser's message quotes the content, which must not be shown.
  }
  throw new EmbeddedPostgresError(`The file ${path} is damaged: put it back from a backup.`);
}
