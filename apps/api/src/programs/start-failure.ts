import { DataDirError, DataDirInUseError, EmbeddedPostgresError } from '@groupless/embedded-postgres';
import { SettingsError } from '../config/environment-reader';
import { BackupError } from '../backup/backup-error';
import { MigrationError, NewerDatabaseError, PendingMigrationsError } from '../database/migrate';
import { CredentialsKeyError } from '../database/sealed/credentials-keys';
import { NoDatabaseError } from '../database/opening/no-database-error';
import { DatabaseRequirementError } from '../database/opening/requirements';
import { describeError } from '../platform/log/describe-error';

/** `EX_CONFIG` of sysexits.h: the settings are wrong, so a restart does not help. */
const WRONG_SETTINGS = 78;

/** Why the program could not start, in a sentence for the person who started it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
  constructor(
    message: string,
    readonly exit_code = 1,
  ) {
    super(message);
  }
}

/** @param what the heading of a failure that nobody foresaw */
export function toStartFailure(error: unknown, what = 'The start'): StartFailure {
  if (error instanceof StartFailure) return error;
  const needsAPerson = [SettingsError, CredentialsKeyError, NewerDatabaseError].some(
    (type) => error instanceof type,
  );
  if (needsAPerson) return new StartFailure((error as Error).message, WRONG_SETTINGS);
  if (error instanceof BackupError) return new StartFailure(`${what} failed: ${error.message}`);
  const isExplained = [
    DatabaseRequirementError,
    MigrationError,
    PendingMigrationsError,
    DataDirError,
    DataDirInUseError,
    EmbeddedPostgresError,
    NoDatabaseError,
  ].some((type) => error instanceof type);
  if (isExplained) return new StartFailure((error as Error).message);
  const { type, message = '', code = '', stack } = describeError(error);
  return new StartFailure([`${what} failed: ${type} ${code} ${message}`, ...stack].join('\n    '));
}
