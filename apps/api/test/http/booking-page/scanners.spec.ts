import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { AS_AGENT, APPOINTMENTS } from '../../harness/data/appointments';
import { BookingVisitor } from '../../harness/http/booking-visitor';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { OfferLinksService } from '../../../src/waiting-list/offers/offer-links.service';
import { at, PUBLIC, WaitingRoom } from '../waiting-list/waiting-room';

const PERSON = { name: 'Jana', phone: '+49 170 5550099', email: 'jana@example.com' };

/** The link by which a visitor confirms an email. */
async function askedPath(t: ServedApp, room: WaitingRoom): Promise<string> {
  await room.setPage({ confirm_contact: true });
  const { rows: services } = await t.panel.query(
    `select id from services where name = 'Cut' and archived_at is null`,
  );
  const visitor = new BookingVisitor(t);
  const form = await visitor.get(`/book?service=${services[0].id}&who=any&at=${at('12:00')}`);
  expect((await visitor.send(form.action(), { ...form.fields(), ...PERSON })).status).toBe(303);
  const { rows } = await t.panel.query(`select id from mails where recipient = $1 and status = 'waiting'`, [
    PERSON.email,
  ]);
  await t.app.get(MailSenderService, { strict: false }).send({ id: rows[0].id });
  return /http:\/\/127\.0\.0\.1(\/book\/c\/[\w.-]+)/.exec(room.mail.received.at(-1)?.text ?? '')![1]!;
}

/** What fetches links that nobody has clicked: scanners of mails, previews of chats, browsers ahead of time. */
const SCANNERS: readonly Record<string, string>[] = [
  ...[
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; SafeLinks)',
    'Mimecast/1.0',
    'Proofpoint URL Defense',
    'Barracuda Sentinel (EE)',
    'GoogleImageProxy',
    'YahooMailProxy',
    'Slackbot-LinkExpanding 1.0',
    'WhatsApp/2.23',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1',
    'Twitterbot/1.0',
    'LinkedInBot/1.0',
    'Discordbot/2.0',
    'SkypeUriPreview Preview/0.5',
    'Microsoft Office Outlook 16.0',
    'curl/8.5.0',
  ].map((agent) => ({ 'user-agent': agent })),
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'x-moz': 'prefetch', purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
];

it('links that 20 kinds of scanners fetch, by HEAD and GET, twice, change nothing', async () => {
  const t: ServedApp = await sharedApp(PUBLIC);
  const room = await WaitingRoom.open(t);
  try {
    await room.begin();
    const wish = { client: { name: 'Jana' }, starts_at: at('11:00'), service: 'Cut', resource: 'Anna' };
    const { body } = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(wish).expect(201);
    const held = await room.booked('09:00');
    await room.waits('Ada', { resource: 'Anna' });
    await room.cancels(held);
    await room.work();
    const { rows } = await t.panel.query<{ id: string; offer_id: string; client_id: string }>(
      'select id, offer_id, client_id from waiting_entries',
    );
    const offer = t.app.get(OfferLinksService, { strict: false }).urlOf(rows[0]!)!;
    const own = new URL((body as { manage_url: string }).manage_url).pathname;
    const links = [
      ...[own, `${own}?step=cancel`, `${own}?step=move`, new URL(offer).pathname],
      ...[await askedPath(t, room), '/book/wait'],
    ];
    const standing = async () =>
      (
        await t.panel.query<object>(
          `select (select json_agg(a order by a.id) from appointments a) as appointments,
            (select json_agg(w) from waiting_entries w) as waiting, (select json_agg(o order by o.during, o.resource_id) from occupied_times o) as held`,
        )
      ).rows;
    const before = await standing();
    expect(SCANNERS).toHaveLength(20);
    for (const path of links)
      for (const headers of [...SCANNERS, ...SCANNERS])
        for (const method of ['head', 'get'] as const)
          expect((await t.http[method](path).set(headers)).status).toBe(200);
    expect(await standing()).toEqual(before);
  } finally {
    await room.mail.stop();
    await t.close();
  }
});
