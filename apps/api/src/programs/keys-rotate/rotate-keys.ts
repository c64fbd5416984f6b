import { NestFactory } from '@nestjs/core';
import { completeSecrets } from '../../config/secrets-file';
import { readSettings, type Settings } from '../../config/settings';
import type { Lost } from '../../database/sealed/forget-lost';
import { openDatabases, type OpeningOptions } from '../../database/opening/open-databases';
import type { Resealed } from '../../database/sealed/reseal';
import { SealedValuesService } from '../../database/sealed/sealed-values.service';
import { Clock } from '../../platform/clock';
import { StartFailure, toStartFailure } from '../start-failure';
import { KeysRotateModule } from './keys-rotate.module';
import { asTyped } from '../../platform/as-typed';

const USAGE = asTyped(`Usage: npm run keys:rotate [-- --forget-lost]

  Encrypts all that is stored encrypted with the present CREDENTIALS_KEY: sessions of assistants, TOTP secrets, secrets
  of webhooks, mails and their password, calendars. The keys before it stand in CREDENTIALS_KEYS_PREVIOUS. Takes the same
  settings as the server, and works while it runs, once every server has started with the new key. Can be stopped, and
  run again.

  --forget-lost  for a key that is lost for good: says what nobody can read any more, asks, and takes it out, so that the
                 server starts again. All else stays. Stop every server first.`);
const WRONG_USAGE = 2;
const CONFIRMATION = 'forget';
/** The most rows of a kind that are named. */
const MOST_NAMED = 20;

/** Asks the person who started the command. */
export type Ask = (question: string) => Promise<string>;

/**
 * Runs `npm run keys:rotate`.
 * @returns the text to print
 * @throws StartFailure
 */
export async function rotateKeys(words: readonly string[], ask: Ask): Promise<string> {
  const [word, ...more] = words;
  if (word === '--help' || word === 'help') return USAGE;
  if (more.length > 0 || (word !== undefined && word !== '--forget-lost'))
    throw new StartFailure(USAGE, WRONG_USAGE);
  try {
    const settings = readSettings(process.env);
    if (word === undefined)
      return await withValues(settings, { beside_server: true }, (values) => rotate(values, settings));
    const isExternal = settings.panel_database.url !== null;
    // The folder of an embedded database has one program at a time: beside a server this is refused.
    const opening = { beside_server: isExternal, keeps_external: true };
    return await withValues(settings, opening, (values) => forgetLost(values, ask));
  } catch (error) {
    throw toStartFailure(error, 'The change of the key');
  }
}

async function withValues<T>(
  settings: Settings,
  opening: OpeningOptions,
  work: (values: SealedValuesService) => Promise<T>,
): Promise<T> {
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const databases = await openDatabases(settings, report, opening);
  try {
    const secrets = completeSecrets(settings);
    const options = { settings, secrets, urls: databases.urls, clock: new Clock() };
    const app = await NestFactory.createApplicationContext(KeysRotateModule.with(options), {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(app.get(SealedValuesService));
    } finally {
      await app.close();
    }
  } finally {
    await databases.close();
  }
}

async function rotate(values: SealedValuesService, settings: Settings): Promise<string> {
  await values.demandKeys();
  return summaryOf(await values.changeKey(), settings);
}

/** @throws StartFailure if the person does not confirm it, or a server runs */
async function forgetLost(values: SealedValuesService, ask: Ask): Promise<string> {
  if (await values.isServed())
    throw new StartFailure(
      'A server uses the panel database: stop every server first. One that runs with the key still has it.',
    );
  const lost = await values.findLost();
  if (lost.keys.length === 0)
    return 'Nothing is lost: the keys that are set read all that is stored. Nothing was changed.';
  const answer = await ask(`${describe(lost)}\nType ${CONFIRMATION} to take it out for good: `);
  if (answer.trim() !== CONFIRMATION) throw new StartFailure('Nothing was changed.');
  await values.forgetLost();
  await values.demandKeys();
  return asTyped(
    'Done: what the lost key had encrypted is out, all else is as it was. Start the server: npm start',
  );
}

function describe({ keys, values }: Lost): string {
  return [
    `No key that is set reads what these keys have encrypted: ${keys.join(', ')}.`,
    'If such a key is anywhere (secrets.env in a backup of DATA_DIR, another server, a password manager), stop here and',
    'add it to CREDENTIALS_KEYS_PREVIOUS: then nothing is lost. Make a backup before you go on: with the key it is whole.',
    '',
    values.length === 0 ? 'Nothing that is stored needs them.' : 'This is lost:',
    ...values.flatMap(({ column, keys: rows, names }) => [
      `  ${rows.length} × ${column.lost}`,
      ...names.slice(0, MOST_NAMED).map((name) => `    ${plain(name)}`),
      ...(names.length > MOST_NAMED ? [`    and ${names.length - MOST_NAMED} more`] : []),
    ]),
    'All else stays: users and their passwords, clients, appointments, conversations, the memory, API keys.',
    '',
  ].join('\n');
}

/** Names are texts of people. */
function plain(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?');
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
        'Keep CREDENTIALS_KEYS_PREVIOUS. Add the key that is missing and run this again, or take these values out:',
        asTyped('npm run keys:rotate -- --forget-lost'),
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
