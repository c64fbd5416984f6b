import { NestFactory } from '@nestjs/core';
import { completeSecrets } from '../../config/secrets-file';
import { readSettings, type Settings } from '../../config/settings';
import { openDatabases } from '../../database/opening/open-databases';
import type { Resealed } from '../../database/sealed/reseal';
import { SealedValuesService } from '../../database/sealed/sealed-values.service';
import { KeysRotateModule } from './keys-rotate.module';
import { Clock } from '../../platform/clock';
import { StartFailure, toStartFailure } from '../start-failure';

const USAGE = `Usage: npm run keys:rotate

  Encrypts all that is stored encrypted with the present CREDENTIALS_KEY: assistant sessions, TOTP secrets.
  The keys before it stand in CREDENTIALS_KEYS_PREVIOUS. Takes the same settings as the server, and works
  while it runs, once every server has started with the new key. Can be stopped, and run again.`;
const WRONG_USAGE = 2;

/**
 * Runs `npm run keys:rotate`.
 * @returns the text to print
 * @throws StartFailure
 */
export async function rotateKeys([word]: readonly string[]): Promise<string> {
  if (word === '--help' || word === 'help') return USAGE;
  if (word !== undefined) throw new StartFailure(USAGE, WRONG_USAGE);
  try {
    const settings = readSettings(process.env);
    const report = (line: string) => process.stderr.write(`${line}\n`);
    const databases = await openDatabases(settings, report, { beside_server: true });
    try {
      const secrets = completeSecrets(settings);
      const options = { settings, secrets, urls: databases.urls, clock: new Clock() };
      const app = await NestFactory.createApplicationContext(KeysRotateModule.with(options), {
        logger: false,
        abortOnError: false,
      });
      const values = app.get(SealedValuesService);
      await values.demandKeys();
      const done = await values.changeKey();
      await app.close();
      return summaryOf(done, settings);
    } finally {
      await databases.close();
    }
  } catch (error) {
    throw toStartFailure(error);
  }
}

/** @throws StartFailure if there are values that no key opens */
function summaryOf({ resealed, unreadable }: Resealed, settings: Settings): string {
  const count = `Encrypted anew: ${resealed}.`;
  if (unreadable.length > 0) {
    const places = unreadable.map((place) => `  ${place}`);
    throw new StartFailure(
      [
        count,
        `Not readable with any key that is set, and left as they are: ${unreadable.length}.`,
        ...places,
        'Keep CREDENTIALS_KEYS_PREVIOUS. Add the key that is missing and run this again, or remove these values.',
      ].join('\n'),
    );
  }
  return [
    count,
    settings.credentials_keys_previous.length === 0
      ? 'Everything is encrypted with the present CREDENTIALS_KEY.'
      : 'Everything is encrypted with the present CREDENTIALS_KEY: CREDENTIALS_KEYS_PREVIOUS can be emptied.',
  ].join('\n');
}
