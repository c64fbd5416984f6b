import { NestFactory } from '@nestjs/core';
import { AdminModule } from './admin.module';
import { AccountRecoveryService } from '../../auth/account/account-recovery.service';
import { completeSecrets } from '../../config/secrets-file';
import { readSettings } from '../../config/settings';
import { openDatabases } from '../../database/opening/open-databases';
import { Clock } from '../../platform/clock';
import { StartFailure, toStartFailure } from '../start-failure';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run admin -- reset <email>

  reset   gives the user a new random password, ends all of the user's sessions and switches TOTP off.
          Takes the same settings as the server, and works whether it runs or not.`);
const WRONG_USAGE = 2;

/**
 * Runs `npm run admin`.
 * @returns the text to print
 * @throws StartFailure
 */
export async function runAdminCommand([command, email, ...rest]: readonly string[]): Promise<string> {
  if (command === '--help' || command === 'help') return USAGE;
  if (command !== 'reset' || email === undefined || rest.length > 0)
    throw new StartFailure(USAGE, WRONG_USAGE);
  return resetAccount(email);
}

async function resetAccount(email: string): Promise<string> {
  try {
    const settings = readSettings(process.env);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const opening = { beside_server: true, keeps_external: true };
    const databases = await openDatabases(settings, report, opening);
    try {
      const options = {
        settings,
        secrets: completeSecrets(settings),
        urls: databases.urls,
        clock: new Clock(),
      };
      const app = await NestFactory.createApplicationContext(AdminModule.with(options), {
        logger: false,
        abortOnError: false,
      });
      const account = await app.get(AccountRecoveryService).reset(email);
      await app.close();
      if (account === null) throw new StartFailure(`No user has the email ${email}.`);
      return [
        `New password of ${account.email}: ${account.password}   (shown this once)`,
        'All sessions have ended, and TOTP is off.',
        ...(account.is_active ? [] : ['The user is disabled, and cannot log in until an admin enables it.']),
      ].join('\n');
    } finally {
      await databases.close();
    }
  } catch (error) {
    throw toStartFailure(error, 'The command');
  }
}
