import { LIMITS } from '@groupless/shared-dto';
import { AS_SWITCH } from '../harness/data/accounts';
import type { Planting } from './planting';
import type { RowIds } from './screens';

/** The week after that of `planted-panel-texts.ts`. */
const FIRST_MS = Date.UTC(2027, 3, 13, 10);
const HOUR_MS = 60 * 60_000;

/** Whose session reports its usage. */
const IDENTITY = 'planted-identity';

const SENDS = {
  ...{ invitation: false, security: false, booked: false, confirmed: false, moved: false, cancelled: false },
  reminder: false,
};

/** What the desk has one of, or a few: mail, calendars, what an account used, and a pause, after which no agent books. */
export async function plantDesk(planting: Planting, ids: RowIds): Promise<void> {
  const { t, texts } = planting;
  await planting.send('put', '/api/settings/mail', {
    ...{ enabled: false, from: '', reply_to: null, sends: SENDS, reminder_hours: [24], quiet: null },
    chat_reminders: false,
    server: { host: 'mail.example.com', port: 587, tls: 'starttls', user: texts[1] },
  });
  // What stands in braces is a placeholder, which would be refused.
  const plain = texts.filter((text) => !/[{}]/.test(text));
  const mail = { subject: oneLine(plain[0]!), text: plain.slice(0, 40).join('\n\n').slice(0, 9_000) };
  await planting.send('put', '/api/settings/mail/texts/booked/en', mail);
  await planting.send('post', '/api/settings/mail/texts/booked/en/preview', mail);
  planting.pages.add('/settings/mail');
  planting.pages.add('/settings/messages');
  planting.pages.add('/settings/messages/booked');
  for (const text of texts.slice(0, 3)) {
    const url = `https://calendars.example.com/${text.replaceAll(/\s/g, '')}`;
    await planting.send('post', '/api/settings/calendars', { name: word(text), resource: text, url });
  }
  planting.pages.add('/settings/calendars');
  await t.panel.query(
    'update assistant_accounts set identity = $1 where id = (select id from assistant_accounts order by created_at limit 1)',
    [IDENTITY],
  );
  const windows = texts.slice(0, LIMITS.usage_windows).map((text) => ({
    ...{ name: oneLine(text).slice(0, 100), used_percent: 40 },
    resets_at: '2099-01-01T00:00:00Z',
  }));
  const reading = { tool: 'claude_code', identity: IDENTITY, machine: oneLine(texts[2]!).slice(0, 100) };
  const at = t.clock.now().toISOString();
  await planting.send('post', '/api/assistant-accounts/usage', { ...reading, at, windows }, AS_SWITCH);
  await planting.send('post', '/api/agent/pause', { reason: texts[3] });
  // Whoever looks at the conversation can answer in it.
  await planting.send('post', `/api/conversations/${ids.conversation}/assign`, { user_id: null });
}

/** Appointments and blocks that come again, of one of the planted resources and services. */
export async function plantSeries(planting: Planting, index: number): Promise<void> {
  if (!planting.isLookedAt(index)) return;
  const text = planting.texts[index]!;
  const starts = new Date(FIRST_MS + index * HOUR_MS);
  const day = starts.toISOString().slice(0, 10);
  const [resource, service] = planting.texts;
  await planting.send('post', '/api/series', {
    ...{ client: { name: text, email: `series${index}@x.example` }, title: text, service, resource },
    ...{ notes: planting.from(index, 1_400), team_notes: planting.from(index, 1_400), attendee_name: text },
    ...{ chat_id: text, starts_at: starts.toISOString(), duration_minutes: 15, rrule: 'FREQ=WEEKLY;COUNT=2' },
    on_conflict: 'skip',
  });
  await planting.send('post', '/api/blocks', {
    ...{ resource, reason: text.slice(0, LIMITS.block_reason.max), rrule: 'FREQ=DAILY;COUNT=2' },
    ...{ starts_at: new Date(starts.getTime() + HOUR_MS / 2).toISOString() },
    ends_at: new Date(starts.getTime() + HOUR_MS).toISOString(),
  });
  for (const view of ['day', 'columns', 'agenda'])
    planting.isSeenAt(index, `/appointments?date=${day}&view=${view}`);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const word = (text: string) => oneLine(text).slice(0, LIMITS.word.max);
