/** Why a backup or a restore failed, in a sentence for the person who started it. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
