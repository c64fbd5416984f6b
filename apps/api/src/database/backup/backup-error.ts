/** Why there is no backup, or why one was not restored, in words for the person who asked. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
