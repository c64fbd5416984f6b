import { resolve } from 'node:path';
import { ownSecret, type Variable } from './variable';

/** Scheduled backups. */
export const BACKUP_VARIABLES = {
  BACKUP_KEY: ownSecret('Encrypts backups. Without it there are none.'),
  BACKUP_DIR: {
    kind: 'text',
    parse: (folder) => resolve(folder),
    meaning:
      'Folder in which the server makes a backup now and then. Unset: it makes none. Needs BACKUP_KEY.',
  },
  BACKUP_EVERY_HOURS: {
    kind: 'integer',
    default: '24',
    min: 1,
    max: 8_760,
    meaning: 'How old the newest backup in BACKUP_DIR becomes before the server makes another. In hours.',
  },
  BACKUP_KEEP: {
    kind: 'integer',
    default: '7',
    min: 1,
    max: 10_000,
    meaning: 'How many backups stay in BACKUP_DIR; older ones are removed.',
  },
} as const satisfies Record<string, Variable>;
