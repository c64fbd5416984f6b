import type { PageDto, WaitingEntryDto } from '@groupless/shared-dto';
import type { ParsedMail } from 'mailparser';
import { ClientMailsService } from '../../../src/client-mails/client-mails.service';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { OfferLinksService } from '../../../src/waiting-list/offers/offer-links.service';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { APPOINTMENTS } from '../../harness/data/appointments';
import { emptyTables } from '../../harness/databases/empty-tables';
import { BookingVisitor } from '../../harness/http/booking-visitor';
import { at, DAY, PUBLIC, WaitingRoom } from '../waiting-list/waiting-room';

const KNOWN = '+491705550001';

describe('who gives the number of a client with another address', () => {
  let t: ServedApp;
  let room: WaitingRoom;
  let visitor: BookingVisitor;
  beforeAll(async () => {
    t = await sharedApp(PUBLIC);
    room = await WaitingRoom.open(t);
    visitor = new BookingVisitor(t);
  });
  afterAll(async () => {
    await room.mail.stop();
    await t.close();
  });
  beforeEach(async () => {
    await emptyTables(t.panel, 'mails');
    await room.begin();
    room.mail.received.length = 0;
    const sends = { ...room.mail.settings.sends, booked: true, moved: true, cancelled: true, reminder: true };
    const settings = { ...room.mail.settings, sends };
    await t.http.put('/api/settings/mail').set(room.admin.bearer).send(settings).expect(200);
  });

  const cut = async () => {
    const { rows } = await t.panel.query(
      `select id from services where name = 'Cut' and archived_at is null`,
    );
    return rows[0].id as string;
  };
  const makes = async (client: object) => {
    const { body } = await t.http.post('/api/clients').set(room.admin.bearer).send(client).expect(201);
    return (body as { id: string }).id;
  };
  const books = async (time: string, contact: { name: string; phone: string; email: string }) => {
    const form = await visitor.get(`/book?service=${await cut()}&who=any&at=${at(time)}`);
    const { headers } = await visitor.send(form.action(), { ...form.fields(), ...contact });
    expect(headers['location']).toMatch(/^\/book\/m\/.+done=booked/);
    const { rows } = await t.panel.query(`select id from appointments where starts_at = $1`, [at(time)]);
    return rows[0].id as string;
  };
  const patch = async (id: string, change: object) => {
    await t.http.patch(`${APPOINTMENTS}/${id}`).set(room.admin.bearer).send(change).expect(200);
  };
  /** What is mailed now, by the recipients. */
  const told = async (): Promise<ParsedMail[]> => {
    const before = room.mail.received.length;
    await t.app.get(ClientMailsService, { strict: false }).notify();
    const { rows } = await t.panel.query<{ id: string }>(
      `select id from mails where status = 'waiting' order by recipient`,
    );
    for (const { id } of rows) await t.app.get(MailSenderService, { strict: false }).send({ id });
    return room.mail.received.slice(before);
  };
  const to = (mails: readonly ParsedMail[]) => mails.map((mail) => [mail.to].flat()[0]?.text);

  it('is mailed as who is unknown, and reads nothing of the client, who is mailed nothing', async () => {
    await makes({ name: 'Jana Real', phone: KNOWN, email: 'real@example.com', language: 'ru' });
    const known = await books('09:00', { name: 'Eve', phone: KNOWN, email: 'eve1@example.com' });
    await books('10:00', { name: 'Eve', phone: '+49 170 5550002', email: 'eve2@example.com' });
    const mails = await told();
    expect(to(mails)).toEqual(['eve1@example.com', 'eve2@example.com']);
    const [one, other] = mails.map(({ text = '' }) =>
      text.replace(/\S*\/book\/m\/\S+/g, 'link').replace(/\d+:00|Anna|Ben/g, ''),
    );
    expect(one).toBe(other);
    await patch(known, { starts_at: at('11:00'), ends_at: at('11:30') });
    expect(to(await told())).toEqual(['eve1@example.com']);
    await room.isNow('11:05:00');
    const reminders = await told();
    expect(to(reminders)).toEqual(['eve1@example.com', 'eve2@example.com']);
    // A stranger ends no reminders of the client.
    const [link] = reminders.map(({ headers }) => JSON.stringify(headers.get('list')));
    const path = /\/api\/mail\/unsubscribe\/[\w.-]+/.exec(link ?? '')?.[0] ?? '';
    expect((await t.http.get(path).expect(200)).text).toContain('lang="en"');
    await t.http.post(path).expect(200);
    const { rows: whose } = await t.panel.query(
      `select mailed_to ->> 'no_reminders' as ended, no_reminders from appointments as a join clients as c on c.id = a.client_id
       where mailed_to is not null`,
    );
    expect(whose).toEqual([{ ended: 'true', no_reminders: [] }]);
    expect(JSON.stringify(room.mail.received)).not.toContain('Real');
    const { rows } = await t.panel.query(`select email from clients where phone = $1`, [KNOWN]);
    expect(rows).toEqual([{ email: 'real@example.com' }]);
  });

  const ends = {
    'is another client’s': async (id: string) => {
      const client_id = await makes({ name: 'Max', email: 'max@example.com' });
      await patch(id, { client_id });
      return ['eve1@example.com', 'max@example.com'];
    },
    'is deleted': async (id: string) => {
      await t.http.delete(`${APPOINTMENTS}/${id}`).set(room.admin.bearer).expect(204);
      return ['eve1@example.com'];
    },
  };
  for (const [how, end] of Object.entries(ends))
    it(`reads nothing of the client either where the appointment ${how}, who is mailed nothing`, async () => {
      await makes({ name: 'Jana Real', phone: KNOWN, email: 'real@example.com', language: 'ru' });
      const ids = [
        await books('09:00', { name: 'Eve', phone: KNOWN, email: 'eve1@example.com' }),
        await books('10:00', { name: 'Eve', phone: '+49 170 5550002', email: 'eve2@example.com' }),
      ];
      await told();
      const expected = await end(ids[0]!);
      const mails = await told();
      expect(to(mails)).toEqual(expected);
      await t.http.delete(`${APPOINTMENTS}/${ids[1]}`).set(room.admin.bearer).expect(204);
      const [other] = await told();
      const [one] = mails;
      const withoutTimes = ({ subject = '', text = '' }: ParsedMail) =>
        `${subject} ${text}`.replace(/\d+:00|Anna|Ben/g, '');
      expect(withoutTimes(one!)).toBe(withoutTimes(other!));
      expect(JSON.stringify(room.mail.received)).not.toMatch(/Real|real@/);
    });

  it('is told at that address of an end of what it was told otherwise', async () => {
    await makes({ name: 'Jana Real', phone: KNOWN, email: 'real@example.com' });
    const sends = { ...room.mail.settings.sends, booked: false, cancelled: true };
    const settings = { ...room.mail.settings, sends };
    await t.http.put('/api/settings/mail').set(room.admin.bearer).send(settings).expect(200);
    const id = await books('09:00', { name: 'Eve', phone: KNOWN, email: 'eve1@example.com' });
    await room.isNow('06:10:00');
    expect(to(await told())).toEqual([]);
    await ends['is another client’s'](id);
    expect(to(await told())).toEqual(['eve1@example.com']);
  });

  it('is mailed no more once it is told that the appointment is another client’s', async () => {
    await makes({ name: 'Jana Real', phone: KNOWN, email: 'real@example.com' });
    const id = await books('09:00', { name: 'Eve', phone: KNOWN, email: 'eve1@example.com' });
    await told();
    await ends['is another client’s'](id);
    await told();
    await patch(id, { starts_at: at('11:00'), ends_at: at('11:30') });
    expect(to(await told())).toEqual(['max@example.com']);
    await patch(id, { status: 'cancelled' });
    expect(to(await told())).toEqual(['max@example.com']);
  });

  it('waits beside somebody else who gave that number with an address of theirs, and is entered once', async () => {
    await makes({ name: 'Phone Known', phone: KNOWN });
    const page = await visitor.get(`/book/wait?service=${await cut()}&who=any`);
    for (const email of ['eve@example.com', 'pk@example.com', 'PK@example.com']) {
      const form = { ...page.fields(), name: 'Known', phone: KNOWN, email, first: DAY, last: DAY };
      expect((await visitor.send(page.action(), form)).status).toBe(303);
    }
    const { rows } = await t.panel.query(
      `select mailed_to ->> 'email' as email from waiting_entries order by created_at, id`,
    );
    expect(rows).toEqual([{ email: 'eve@example.com' }, { email: 'pk@example.com' }]);
    const other = {
      ...page.fields(),
      name: 'Phone Known',
      phone: KNOWN,
      email: 'pk@example.com',
      first: DAY,
      last: DAY,
    };
    expect((await visitor.send(page.action(), other)).status).toBe(303);
    const { body } = await t.http.get('/api/waiting-list').set(room.admin.bearer).expect(200);
    const listed = (body as PageDto<WaitingEntryDto>).items;
    expect(listed.map(({ attendee_name, client }) => [attendee_name, client.name])).toEqual([
      ['Known', 'Phone Known'],
      ['Known', 'Phone Known'],
      [null, 'Phone Known'],
    ]);
  });

  it('waits in the order of entry, is offered the time at that address, and told of the booking there', async () => {
    await makes({ name: 'Phone Known', phone: KNOWN });
    const held = await room.booked('09:00');
    const page = await visitor.get(`/book/wait?service=${await cut()}&who=any`);
    const contact = { name: 'Known', phone: KNOWN, email: 'pk@example.com' };
    const form = { ...page.fields(), ...contact, first: DAY, last: DAY };
    expect((await visitor.send(page.action(), form)).status).toBe(303);
    await room.waits('Later');
    await room.isFull('Ben');
    await room.cancels(held);
    await room.work();
    expect(await room.standing()).toEqual([expect.stringMatching(/^Phone Known offered/), 'Later waiting']);
    expect(to(await told())).toContain('pk@example.com');
    const { rows } = await t.panel.query(
      `select e.id, e.client_id, offer_id from waiting_entries as e where status = 'offered'`,
    );
    const offer = t.app.get(OfferLinksService, { strict: false }).urlOf(rows[0]) ?? '';
    const link = await visitor.get(new URL(offer).pathname);
    expect((await visitor.send(link.action(), { ...link.fields(), act: 'take' })).status).toBe(303);
    expect(to(await told())).toEqual(['pk@example.com']);
    const booked = await t.panel.query(`select attendee_name from appointments where id = $1`, [
      rows[0].offer_id,
    ]);
    expect(booked.rows).toEqual([{ attendee_name: 'Known' }]);
  });
});
