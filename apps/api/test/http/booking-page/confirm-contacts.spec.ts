import { hash } from 'node:crypto';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { atOnce } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';
import { countRows } from '../../harness/databases/rows';
import { BookingVisitor } from '../../harness/http/booking-visitor';
import { at, PUBLIC, WaitingRoom } from '../waiting-list/waiting-room';

const PERSON = { name: 'Jana', phone: '+49 170 5550099', email: 'jana@example.com' };

describe('a visitor who confirms the email by a link', () => {
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
    await room.setPage({ confirm_contact: true });
  });

  const formAt = async (time: string) => {
    const { rows } = await t.panel.query(
      `select id from services where name = 'Cut' and archived_at is null`,
    );
    return visitor.get(`/book?service=${rows[0].id}&who=any&at=${at(time)}`);
  };
  const asks = async (time: string, more: object = {}) => {
    const form = await formAt(time);
    const fields = { ...form.fields(), ...PERSON, ...more };
    return {
      again: () => visitor.send(form.action(), fields),
      first: await visitor.send(form.action(), fields),
    };
  };
  /** The link in the mail that was sent last. */
  const linkOf = async () => {
    const { rows } = await t.panel.query(`select id from mails where status = 'waiting' order by created_at`);
    expect(rows).toHaveLength(1);
    await t.app.get(MailSenderService, { strict: false }).send({ id: rows[0].id });
    const mail = room.mail.received.at(-1)!;
    expect([mail.subject, mail.to]).toMatchObject([
      expect.stringContaining('Confirm your'),
      { text: PERSON.email },
    ]);
    return /http:\/\/127\.0\.0\.1(\/book\/c\/[\w.-]+)/.exec(mail.text ?? '')![1]!;
  };
  const booked = async () => {
    const { rows } = await t.panel.query<object>('select starts_at, status, source from appointments');
    return rows;
  };

  it('has the time meanwhile, and the booking by a press of the button alone', async () => {
    const { first, again } = await asks('09:00');
    expect([first.status, first.headers['location']]).toEqual([303, '/book/c/sent']);
    expect((await visitor.get('/book/c/sent')).said('[role=status]')[0]).toContain('within 30 minutes');
    // The same form again is one time and one mail.
    expect((await again()).headers['location']).toBe('/book/c/sent');
    expect([await countRows(t.panel, 'occupied_times'), await countRows(t.panel, 'clients')]).toEqual([1, 0]);
    const path = await linkOf();
    for (let times = 0; times < 3; times++) {
      await t.http.head(path);
      expect((await visitor.send(path, {})).status).toBe(400);
    }
    const page = await visitor.get(path);
    expect(page.text).toContain('Tuesday, March 2, 2027');
    expect(await booked()).toEqual([]);
    const answers = await atOnce(3, () => visitor.send(page.action(), page.fields()));
    for (const { status, headers } of answers)
      expect([status, headers['location']]).toEqual([
        303,
        expect.stringMatching(/^\/book\/m\/.+done=booked/),
      ]);
    expect(await booked()).toEqual([
      { starts_at: new Date(at('09:00')), status: 'confirmed', source: 'web' },
    ]);
    expect((await visitor.get(path)).headers['location']).toContain('/book/m/');
    expect((await visitor.get(`${path}x`)).status).toBe(404);
    expect(t.log_lines.join('')).not.toContain(path.split('/').at(-1));
  });

  it('loses the time once it is over, and others have it', async () => {
    await asks('09:00');
    const path = await linkOf();
    const page = await visitor.get(path);
    await room.isNow('06:30:00');
    await room.work();
    expect((await visitor.send(page.action(), page.fields())).status).toBe(409);
    expect((await visitor.get(path)).said('[role=status]')[0]).toContain('no longer kept');
    expect([await booked(), await countRows(t.panel, 'occupied_times')]).toEqual([[], 0]);
    await room.booked('09:00');
  });

  it('is refused as ever what is taken, and needs an email', async () => {
    for (const resource of ['Anna', 'Ben']) await room.booked('09:00', { resource });
    expect((await asks('09:00')).first.status).toBe(409);
    const { first } = await asks('10:00', { email: '' });
    expect([first.status, first.said('.fault')]).toEqual([400, ['Please fill this in.']]);
    expect(await countRows(t.panel, 'mails')).toBe(0);
  });

  /** As if so many links had been asked for. */
  const hasAsked = (counter: string, points: number) =>
    t.panel.query('insert into rate_limits (key, points, expire) values ($1, $2, $3)', [
      `${counter}${hash('sha256', PERSON.email, 'base64url')}`,
      points,
      Date.now() + 3_600_000,
    ]);
  const recipients = async () => {
    const { rows } = await t.panel.query<{ recipient: string }>(
      'select recipient from mails order by created_at',
    );
    return rows.map(({ recipient }) => recipient);
  };

  it('is mailed six links an hour by whoever asks, and answers do not tell of others who asked', async () => {
    await hasAsked('visit-mail:', 5);
    const sixth = await asks('09:00', { email: 'Jana+Shop@example.com' });
    const seventh = await asks('10:00');
    for (const { first } of [
      sixth,
      seventh,
      { first: await sixth.again() },
      { first: await seventh.again() },
    ])
      expect([first.status, first.headers['location']]).toEqual([303, '/book/c/sent']);
    expect((await visitor.get('/book/c/sent')).text).toContain('a few links at most');
    await asks('11:00', { email: 'other@example.com' });
    expect(await recipients()).toEqual(['Jana+Shop@example.com', 'other@example.com']);
    // What is held is the same, so that free times do not tell either.
    expect(await countRows(t.panel, 'occupied_times')).toBe(3);
  });

  it('is mailed four of them by one network, which leaves the others', async () => {
    await hasAsked('visit-mail:', 4);
    await t.panel.query(
      `insert into rate_limits select replace(key, 'visit-mail:', 'visit-mail-of:') || ' 127.0.0.1', points, expire from rate_limits
       where key like 'visit-mail:%'`,
    );
    await asks('09:00');
    await t.panel.query(`delete from rate_limits where key like 'visit-mail-of:%'`);
    await asks('10:00');
    expect(await recipients()).toEqual([PERSON.email]);
  });

  it('holds ten times an hour for one network, whatever is typed', async () => {
    await asks('09:00');
    await t.panel.query(`update rate_limits set points = 10 where key like 'visit-held:%'`);
    const { first } = await asks('10:00', { phone: '+49 170 5550011', email: 'other@example.com' });
    expect([first.status, first.said('.tell').length]).toEqual([429, 1]);
    expect(await countRows(t.panel, 'occupied_times')).toBe(1);
  });

  it('books at once while mail is off', async () => {
    const { body } = await t.http.get('/api/settings/mail').set(room.admin.bearer).expect(200);
    const off = { ...(body as object), enabled: false };
    await t.http.put('/api/settings/mail').set(room.admin.bearer).send(off).expect(200);
    expect((await asks('09:00')).first.headers['location']).toMatch(/^\/book\/m\//);
    expect(await booked()).toHaveLength(1);
  });
});
