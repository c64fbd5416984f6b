import type { Client } from 'pg';
import type { Secrets } from '../../config/secrets-file';
import type { Settings } from '../../config/settings';
import { opensKnownText } from '../../database/sealed/credentials-keys';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { failure, ok, quoted, warning, type Check } from './check';
import { asTyped } from '../../platform/as-typed';

const DAY_MS = 86_400_000;
const SOON_MS = 14 * DAY_MS;
/** The most keys that are listed by name. */
const MOST_NAMED = 5;

/** Checks of the panel database against the settings and the time. */
export async function storedChecks(
  panel: Client,
  settings: Settings,
  secrets: Partial<Secrets>,
  now: Date,
): Promise<Check[]> {
  return [
    await credentialsKeyCheck(panel, settings, secrets.CREDENTIALS_KEY),
    await firstAdminCheck(panel, settings),
    await panelKeysCheck(panel, now),
    ...(await activeAccountChecks(panel, now)),
    await doubleBookingsCheck(panel, now),
  ];
}

/** Whether the key that is set reads what is encrypted in the panel database. */
export async function credentialsKeyCheck(
  panel: Client,
  { credentials_keys_previous: previous }: Settings,
  key: string | undefined,
): Promise<Check> {
  const name = 'credentials key';
  const { rows } = await panel.query<{ key_id: string; sealed: string }>(
    'select key_id, sealed from credentials_key_checks',
  );
  if (rows.length === 0) return ok(name, 'Nothing is encrypted yet.');
  if (key === undefined) {
    return failure(
      name,
      'Something is encrypted, and there is no key.',
      'Set the CREDENTIALS_KEY that was used.',
    );
  }
  const texts = new SealedTexts(key, previous);
  const closed = rows.filter(({ key_id, sealed }) => !opensKnownText(texts, key_id, sealed));
  if (closed.length > 0) {
    const says = `What the key ${closed.map(({ key_id }) => key_id).join(', ')} encrypted cannot be read.`;
    const next =
      'Set that key again as CREDENTIALS_KEY, or add it to CREDENTIALS_KEYS_PREVIOUS. ' +
      asTyped('If it is lost for good: npm run keys:rotate -- --forget-lost');
    return failure(name, says, next);
  }
  const isAlone = rows.every(({ key_id }) => key_id === texts.key_id);
  if (!isAlone) return warning(name, 'Older keys are still needed.', asTyped('npm run keys:rotate'));
  if (previous.length > 0)
    return warning(name, 'Everything is encrypted with it.', 'Empty CREDENTIALS_KEYS_PREVIOUS.');
  return ok(name, 'It fits what is stored.');
}

async function firstAdminCheck(panel: Client, { strict, admin_password }: Settings): Promise<Check> {
  const name = 'users';
  const { rows } = await panel.query<{ users: boolean; admins: boolean }>(
    `select exists(select from users) as users,
            exists(select from users where role = 'admin' and is_active) as admins`,
  );
  const { users = false, admins = false } = rows[0] ?? {};
  if (!users && strict && admin_password === null) {
    const says = 'There is no user yet, and a strict start makes none without a password.';
    return failure(name, says, 'Set ADMIN_PASSWORD for the first start.');
  }
  if (users && !admins)
    return warning(name, 'No admin is active.', asTyped('npm run admin -- reset <email> of an admin.'));
  return ok(name, users ? 'There is an active admin.' : 'None yet: the next start makes the first admin.');
}

async function panelKeysCheck(panel: Client, now: Date): Promise<Check> {
  const name = 'panel keys';
  const { rows } = await panel.query<{ name: string; expires_at: Date }>(
    'select name, expires_at from api_keys where expires_at < $1 and expires_at > $2 order by expires_at',
    [new Date(now.getTime() + SOON_MS), new Date(now.getTime() - SOON_MS)],
  );
  if (rows.length === 0) return ok(name, 'None has ended or ends within two weeks.');
  const shown = rows
    .slice(0, MOST_NAMED)
    .map(
      (key) => `"${plain(key.name)}" ${key.expires_at <= now ? 'ended' : 'ends'} ${dayOf(key.expires_at)}`,
    );
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  return warning(name, `${shown.join(', ')}${more}.`, 'Make new ones in Settings → Keys.');
}

/** The accounts in use, one for each tool. */
async function activeAccountChecks(panel: Client, now: Date): Promise<Check[]> {
  const name = 'active account';
  const { rows } = await panel.query<{ name: string; has_session: boolean; session_expires_at: Date | null }>(
    `select name, session_data is not null as has_session, session_expires_at from assistant_accounts
     where is_active and exists(select from assistant_accounts where session_data is not null) order by tool`,
  );
  if (rows.length === 0) return [ok(name, 'No assistant account is in use.')];
  return rows.map((account) => {
    const shown = `"${plain(account.name)}"`;
    const { has_session, session_expires_at: end } = account;
    const capture = asTyped(`npm run switch -- capture ${quoted(plain(account.name))}`);
    if (!has_session) return warning(name, `${shown} has no session.`, capture);
    if (end === null || end > now)
      return ok(name, `${shown} has a session${end === null ? '' : ` until ${end.toISOString()}`}.`);
    const next = `Where the assistant has renewed it: ${capture}.`;
    return warning(name, `The session of ${shown} ended ${end.toISOString()}.`, next);
  });
}

/** Finds double bookings from older versions, which compared resources with case and spaces. */
async function doubleBookingsCheck(panel: Client, now: Date): Promise<Check> {
  const name = 'double bookings';
  const { rows } = await panel.query<{ resource: string; other: string; starts_at: Date }>(DOUBLE_BOOKINGS, [
    now,
  ]);
  if (rows.length === 0) return ok(name, 'No resource is booked twice under two spellings.');
  const shown = rows
    .slice(0, MOST_NAMED)
    .map(
      ({ resource, other, starts_at }) =>
        `"${plain(resource)}" and "${plain(other)}" at ${starts_at.toISOString()}`,
    );
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  return warning(name, `${shown.join(', ')}${more}.`, 'Move or cancel one of each in the panel.');
}

const DOUBLE_BOOKINGS = `
  select a.resource, other.resource as other, greatest(a.starts_at, other.starts_at) as starts_at
  from appointments as a
    join appointments as other on folded_name(other.resource) = folded_name(a.resource)
      and other.resource <> a.resource and other.status in ('pending', 'confirmed')
      and tstzrange(other.starts_at, other.ends_at, '[)') && tstzrange(a.starts_at, a.ends_at, '[)')
  where a.squeezed and a.status in ('pending', 'confirmed') and a.ends_at > $1
    and (not other.squeezed or other.id < a.id)
  order by starts_at limit 100`;

/** Finds rows that could not be indexed or judged, which assistants do not see. */
export async function memoryIndexCheck(memory: Client): Promise<Check> {
  const name = 'memory index';
  const { rows } = await memory.query<{ kind: string; id: string; failure: string }>(
    `select distinct kind, id, failure from search_queue where failure is not null order by kind, id limit 100`,
  );
  if (rows.length === 0) return ok(name, 'No row was set aside.');
  const shown = rows.slice(0, MOST_NAMED).map(({ kind, id, failure }) => `${kind} ${id} (${plain(failure)})`);
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  const says = `${shown.join(', ')}${more} could not be indexed, so assistants do not see it.`;
  return warning(name, says, 'Change or delete the row in the panel; its error stands in the log.');
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Replaces control characters in a chosen name, for the terminal. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�');
}
