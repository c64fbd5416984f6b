import { hash } from 'node:crypto';
import { MailSenderService } from '../../../src/mail/sending/mail-sender.service';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { atOnce } from '../../harness/data/times';
import { emptyTables } from '../../harness/databases/empty-tables';
import { countRows } from '../../harness/databases/rows';
import { BookingVisitor } from '../../harness/http/booking-visitor';
import { DAY, PUBLIC, WaitingRoom } from './waiting-room';

describe('a visitor whom no time suits', () => {
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
  });

  const PERSON = { name: 'Ada', phone: '+49 170 5550099', email: 'ada@example.com', note: 'Please' };
  const formOf = async () => {
    const { rows } = await t.panel.query(
      `select id from services where name = 'Cut' and archived_at is null`,
    );
    const times = await visitor.get(`/book?service=${rows[0].id}&who=any`);
    const [link] = times.links('Tell me when a time gets free');
    return visitor.get(link ?? 'no link');
  };

  it('is entered once, with what was chosen and typed', async () => {
    const page = await formOf();
    const days = { first: DAY, last: '2027-03-05', opens: '16:00' };
    const form = { ...page.fields(), ...PERSON, ...days };
    for (let times = 0; times < 2; times++) {
      const done = await visitor.send(page.action(), form);
      expect([done.status, done.headers['location']]).toEqual([303, '/book/wait?done=1']);
    }
    expect((await visitor.get('/book/wait?done=1')).said('[role=status]')[0]).toContain('on the list');
    expect(await room.list()).toMatchObject([
      {
        ...{ client: { name: 'Ada' }, services: ['Cut'], resource: 'any', from: DAY, to: '2027-03-05' },
        ...{ hours: { from: '16:00', to: '24:00' }, notes: 'Please', status: 'waiting' },
      },
    ]);
    const { rows } = await t.panel.query('select source, phone, email from clients');
    expect(rows).toEqual([{ source: 'web', phone: '+491705550099', email: 'ada@example.com' }]);
  });

  it('loses nothing that was typed where something is wrong', async () => {
    const page = await formOf();
    const form = { ...page.fields(), ...PERSON, first: DAY, last: DAY };
    const WRONG: Record<string, string>[] = [
      { token: 'x' },
      { website: 'x' },
      { name: '1' },
      { last: '2027-03-01' },
      { first: '2027-02-30' },
    ];
    for (const wrong of WRONG) {
      const again = await visitor.send(page.action(), { ...form, ...wrong });
      expect(again.status).toBe(400);
      expect(again.fields()).toMatchObject({ email: 'ada@example.com', note: 'Please' });
      expect(again.said('[role=alert]')).toHaveLength(1);
    }
    expect(await room.list()).toEqual([]);
  });

  it('is entered for nothing that the page does not offer, and is asked anew', async () => {
    const page = await formOf();
    const fields = page.fields();
    const form = { ...fields, ...PERSON, first: DAY, last: DAY };
    const gone = '0193b0a4-7b1c-7000-8000-000000000000';
    const WRONG: Record<string, string | string[]>[] = [
      { service: [] },
      { service: gone },
      { service: [fields['service'] ?? '', gone] },
      { who: gone },
    ];
    for (const wrong of WRONG) {
      const again = await visitor.send(page.action(), { ...form, ...wrong });
      expect([again.status, again.said('.row').length]).toEqual([400, 'who' in wrong ? 3 : 2]);
      expect(again.fields()).toMatchObject({ email: 'ada@example.com', note: 'Please', first: DAY });
    }
    expect(await room.list()).toEqual([]);
  });

  const joins = async (more: object = {}) => {
    const page = await formOf();
    const form = { ...page.fields(), ...PERSON, first: DAY, last: DAY, opens: '16:00', ...more };
    return { first: await visitor.send(page.action(), form), again: () => visitor.send(page.action(), form) };
  };
  const links = async () => {
    const { rows } = await t.panel.query<{ id: string; recipient: string }>(
      `select id, recipient from mails where status = 'waiting' order by created_at, recipient`,
    );
    const read: string[] = [];
    for (const { id } of rows) {
      await t.app.get(MailSenderService, { strict: false }).send({ id });
      const { text = '' } = room.mail.received.at(-1)!;
      expect(text).toContain('March 2, 2027\n16:00–24:00');
      read.push(/http:\/\/127\.0\.0\.1(\/book\/c\/[\w.-]+)/.exec(text)![1]!);
    }
    return read;
  };

  it('waits for nothing before the link of the mail is confirmed, and from then on', async () => {
    await room.setPage({ confirm_contact: true });
    const { first, again } = await joins();
    expect([first.status, first.headers['location']]).toEqual([303, '/book/c/wait-sent']);
    expect((await visitor.get('/book/c/wait-sent')).said('[role=status]')[0]).toContain('within 30 minutes');
    // The same form again is one mail.
    await atOnce(3, again);
    await joins({ email: 'made-up@example.com', phone: '+49 170 5550011' });
    const [link, ...others] = await links();
    expect([others.length, await room.list(), await countRows(t.panel, 'clients')]).toEqual([1, [], 0]);
    await room.waits('Ben');
    for (let times = 0; times < 2; times++) {
      await t.http.head(link!);
      expect((await visitor.send(link!, {})).status).toBe(400);
    }
    const page = await visitor.get(link!);
    expect(page.said('dd')).toEqual(expect.arrayContaining(['Cut', 'Tuesday, March 2, 2027', '16:00']));
    expect(await room.standing()).toEqual(['Ben waiting']);
    const done = await atOnce(3, () => visitor.send(page.action(), page.fields()));
    expect(done.map(({ headers }) => headers['location'])).toEqual(Array(3).fill('/book/wait?done=1'));
    // In the order of what is confirmed.
    expect(await room.standing()).toEqual(['Ben waiting', 'Ada waiting']);
    const [, { id } = { id: '' }] = await room.list();
    await t.http.delete(`/api/waiting-list/${id}`).set(room.admin.bearer).expect(204);
    await visitor.send(page.action(), page.fields());
    expect(await room.standing()).toEqual(['Ben waiting', 'Ada removed']);
  });

  it('is mailed six links an hour at most, with the same answer', async () => {
    await room.setPage({ confirm_contact: true });
    await t.panel.query('insert into rate_limits (key, points, expire) values ($1, 5, $2)', [
      `visit-mail:${hash('sha256', PERSON.email, 'base64url')}`,
      Date.now() + 3_600_000,
    ]);
    for (let times = 0; times < 2; times++) {
      const { status, headers } = (await joins()).first;
      expect([status, headers['location']]).toEqual([303, '/book/c/wait-sent']);
    }
    expect(await countRows(t.panel, 'mails')).toBe(1);
  });

  it('is not entered once the time of the link is over, nor by what is wrong', async () => {
    await room.setPage({ confirm_contact: true });
    expect((await joins({ last: '2027-02-01', first: '2027-02-01' })).first.status).toBe(400);
    expect(await links()).toEqual([]);
    await joins();
    const [link] = await links();
    const page = await visitor.get(link!);
    await room.isNow('06:30:00');
    expect((await visitor.send(page.action(), page.fields())).status).toBe(409);
    expect((await visitor.get(link!)).said('[role=status]')[0]).toContain('This link is over');
    expect(await room.list()).toEqual([]);
  });

  it('is told how a time will be told: by mail, for which it needs the email, or by the team', async () => {
    const byMail = await formOf();
    expect(byMail.said('.lead')[0]).toContain('We write a mail to you');
    const email = byMail.document.querySelector('[name=email]')!;
    expect(email.getAttribute('required')).toBe('');
    const { first } = await joins({ email: '' });
    expect([first.status, first.said('.fault')]).toEqual([400, ['Please fill this in.']]);
    const { body } = await t.http.get('/api/settings/mail').set(room.admin.bearer).expect(200);
    const off = { ...(body as object), enabled: false };
    await t.http.put('/api/settings/mail').set(room.admin.bearer).send(off).expect(200);
    expect((await formOf()).said('.lead')[0]).toContain('Our team');
    expect((await joins({ email: '' })).first.status).toBe(303);
    expect((await visitor.get('/book/wait?done=1')).said('[role=status]')[0]).toContain(
      'Our team gets in touch',
    );
    expect(await room.standing()).toEqual(['Ada waiting']);
  });

  it('finds no list while times are not offered', async () => {
    await room.setPage({ waiting_list: false });
    expect((await visitor.get('/book/wait')).status).toBe(404);
    expect((await visitor.get('/book?who=any')).text).not.toContain('/book/wait');
  });
});
