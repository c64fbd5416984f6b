import { ADDRESS_VARIABLES } from './variables/address';
import { BACKUP_VARIABLES } from './variables/backups';
import { DATABASE_VARIABLES } from './variables/databases';
import { FAILURE_LIMIT_VARIABLES } from './variables/failure-limits';
import { KEY_VARIABLES } from './variables/keys';
import { LIFETIME_VARIABLES } from './variables/lifetimes';
import { MAIL_VARIABLES } from './variables/mail';
import { OPERATION_VARIABLES } from './variables/operation';
import { TIMEOUT_VARIABLES } from './variables/timeouts';
import type { SettingOf } from './variables/variable';

/**
 * Every environment variable of the server. The settings, `.env.example` and the documentation are made from this
 * table.
 */
export const VARIABLES = {
  ...ADDRESS_VARIABLES,
  ...DATABASE_VARIABLES,
  ...KEY_VARIABLES,
  ...BACKUP_VARIABLES,
  ...LIFETIME_VARIABLES,
  ...MAIL_VARIABLES,
  ...OPERATION_VARIABLES,
  ...TIMEOUT_VARIABLES,
  ...FAILURE_LIMIT_VARIABLES,
};

export type VariableName = keyof typeof VARIABLES;

/** What the variables say, each by its name in small letters. */
export type VariableSettings = {
  [Name in VariableName as Lowercase<Name>]: SettingOf<(typeof VARIABLES)[Name]>;
};
