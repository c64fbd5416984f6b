import type { FreedTimeDto } from '@groupless/shared-dto';
import { BookingsService } from '../../../src/appointments/bookings/bookings.service';
import { WAITING_LIST } from '../../../src/appointments/public';
import { OfferLinksService } from '../../../src/waiting-list/offers/offer-links.service';
import { OffersRepository } from '../../../src/waiting-list/offers/offers.repository';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { AS_AGENT, APPOINTMENTS, setAgent } from '../../harness/data/appointments';
import { atOnce } from '../../harness/data/times';
import { countRows } from '../../harness/databases/rows';
import { BookingVisitor, type ReadPage } from '../../harness/http/booking-visitor';
import { expectProblem } from '../../harness/http/problems';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { at, DAY, PUBLIC, WaitingRoom } from './waiting-room';

describe('times that get free', () => {
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
  beforeEach(() => room.begin());

  /** The link that was mailed to somebody last. */
  const linkOf = async (name: string): Promise<string> => {
    const { rows } = await t.panel.query(
      `select offer_id, entry.id from waiting_entries as entry join clients as c on c.id = client_id where c.name = $1 and offer_id is not null`,
      [name],
    );
    return new URL(t.app.get(OfferLinksService, { strict: false }).urlOf({ ...rows[0], client_id: '' })!)
      .pathname;
  };
  const act = (page: ReadPage, what: 'take' | 'decline') =>
    visitor.send(page.action(), { ...page.fields(), act: what });

  it('are offered in the order of entry, one after the other', async () => {
    const held = await room.booked('09:00');
    for (const name of ['Ada', 'Bea', 'Cid'])
      await room.waits(name, { resource: 'Anna', hours: { from: '10:00', to: '10:30' } });
    await room.work();
    expect(await room.standing()).toEqual(['Ada waiting', 'Bea waiting', 'Cid waiting']);
    await room.cancels(held);
    await room.work();
    expect(await room.standing()).toEqual(['Ada offered 09:00 Anna', 'Bea waiting', 'Cid waiting']);
    // Over: the next one.
    await room.isNow('06:30:00');
    await room.work();
    expect(await room.standing()).toEqual([
      'Ada expired 09:00 Anna',
      'Bea offered 09:00 Anna',
      'Cid waiting',
    ]);
    // Declined: the next one.
    const declined = await act(await visitor.get(await linkOf('Bea')), 'decline');
    expect(declined.status).toBe(303);
    await room.work();
    expect(await room.standing()).toEqual([
      ...['Ada expired 09:00 Anna', 'Bea declined 09:00 Anna', 'Cid offered 09:00 Anna'],
    ]);
    // Taken.
    const taken = await act(await visitor.get(await linkOf('Cid')), 'take');
    expect(taken.headers['location']).toMatch(/^\/book\/m\/.+done=booked/);
    expect((await room.standing())[2]).toBe('Cid booked 09:00 Anna');
    const { rows } = await t.panel.query(
      `select starts_at, source, status, resource from appointments where status <> 'cancelled'`,
    );
    expect(rows).toEqual([
      { starts_at: new Date(at('09:00')), source: 'web', status: 'confirmed', resource: 'Anna' },
    ]);
    expect(await countRows(t.panel, 'occupied_times')).toBe(1);
  });

  it('are booked by nobody else while they are held, and by who has the link once', async () => {
    const held = await room.booked('09:00');
    await room.waits('Ada', { resource: 'Anna' });
    await room.isFull('Ben');
    await room.cancels(held);
    await room.work();
    const wish = { client: { name: 'Eve' }, starts_at: at('09:00'), service: 'Cut', resource: 'Anna' };
    for (const who of [AS_AGENT, room.admin.bearer])
      expectProblem(await t.http.post(APPOINTMENTS).set(who).send(wish), 409, 'slot_taken');
    const free = await t.http
      .get(`${APPOINTMENTS}/availability`)
      .query({ date: DAY, resource: 'Anna', service: 'Cut' })
      .set(AS_AGENT)
      .expect(200);
    expect((free.body.slots as { starts_at: string }[]).map(({ starts_at }) => starts_at)).not.toContain(
      at('09:00'),
    );
    const path = await linkOf('Ada');
    const page = await visitor.get(path);
    // What fetches the link, or sends the form of somebody else, changes nothing.
    for (let times = 0; times < 3; times++) await t.http.head(path);
    expect((await visitor.send(path, { act: 'take' })).status).toBe(400);
    expect(await room.standing()).toEqual(['Ada offered 09:00 Anna']);
    const answers = await atOnce(4, () => act(page, 'take'));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const { rows } = await t.panel.query(`select id from appointments where status = 'confirmed'`);
    expect(rows).toHaveLength(1);
    expect((await visitor.get(path)).headers['location']).toContain('/book/m/');
    expect((await visitor.get(`${path}x`)).status).toBe(404);
  });

  it('cannot be taken when they are over, nor when they were removed', async () => {
    const held = await room.booked('09:00');
    const ada = await room.waits('Ada', { resource: 'Anna' });
    await room.cancels(held);
    await room.work();
    const page = await visitor.get(await linkOf('Ada'));
    await room.isNow('06:30:00');
    expect((await act(page, 'take')).status).toBe(409);
    await room.isNow('06:10:00');
    await t.http.delete(`/api/waiting-list/${ada.id}`).set(room.admin.bearer).expect(204);
    expect((await act(page, 'take')).status).toBe(409);
    expect(await countRows(t.panel, 'occupied_times')).toBe(0);
    await room.booked('09:00');
  });

  const OTHERS: [string, object, (room: WaitingRoom) => Promise<unknown>][] = [
    ['another day', { from: '2027-03-03', to: '2027-03-05' }, async () => undefined],
    ['another hour', { hours: { from: '11:00', to: '12:00' } }, async () => undefined],
    ['a part of it alone', { hours: { from: '10:15', to: '10:45' } }, async () => undefined],
    ['somebody else', { resource: 'Ben' }, async () => undefined],
    [
      'more time',
      { service: 'Colour', resource: 'Anna' },
      async () => {
        await room.booked('08:30', { client: { name: 'Eva' } });
        await room.booked('09:30', { client: { name: 'Eva' } });
      },
    ],
    [
      'a client who was archived',
      {},
      () => t.panel.query(`update clients set status = 'archived' where name = 'Ada'`),
    ],
    [
      'a time that is closed by now',
      {},
      () => setAgent(t, { closures: [{ from: DAY, to: DAY, reason: '' }] }),
    ],
    ['too short a notice', {}, () => room.setPage({ notice_minutes: 30 * 60 })],
    ['too far ahead', {}, () => room.setPage({ horizon_days: 1 })],
    ['nobody who can be told', { client: { name: 'Ada' } }, async () => undefined],
  ];
  it.each(OTHERS)('are not offered to who waits for %s', async (_, wish, before) => {
    const held = await room.booked('09:00');
    await room.waits('Ada', wish);
    await room.waits('Bea', { hours: { from: '09:00', to: '09:30' } });
    await before(room);
    await room.cancels(held);
    await room.work();
    expect(await room.standing()).toEqual(['Ada waiting', 'Bea waiting']);
  });

  it('are as long as several need, with their services', async () => {
    const held = await room.booked('09:00', { service: 'Colour' });
    const more = await room.booked('10:00');
    await room.waits('Ada');
    await room.waits('Bea', { service: 'Colour' });
    await room.waits('Cid');
    await room.isFull('Ben');
    await room.cancels(held);
    await room.work();
    expect(await room.standing()).toEqual([
      'Ada offered 09:00 Anna',
      'Bea waiting',
      'Cid offered 09:30 Anna',
    ]);
    await room.cancels(more);
    expect((await room.patch(more, { notes: 'x' })).status).toBe(200);
  });

  it('come of moves, deletions and shorter visits too, and of rooms', async () => {
    const [one, two, three] = [
      await room.booked('09:00'),
      await room.booked('10:00'),
      await room.booked('11:00', { service: 'Colour' }),
    ];
    await room.isFull('Ben');
    const hours = (from: string, to: string) => ({ resource: 'Anna', hours: { from, to } });
    await room.waits('Ada', hours('10:00', '10:30'));
    await room.waits('Bea', hours('11:00', '11:30'));
    await room.waits('Cid', hours('12:30', '13:00'));
    expect((await room.patch(one, { starts_at: '2027-03-03T09:00:00Z' })).status).toBe(200);
    await t.http.delete(`${APPOINTMENTS}/${two}`).set(room.admin.bearer).expect(204);
    expect((await room.patch(three, { duration_minutes: 30 })).status).toBe(200);
    await room.work();
    expect(await room.standing()).toEqual([
      ...['Ada offered 09:00 Anna', 'Bea offered 10:00 Anna', 'Cid offered 11:30 Anna'],
    ]);
  });

  it('are offered one to each, whoever offers two at once', async () => {
    const held = [await room.booked('09:00'), await room.booked('09:00', { resource: 'Ben' })];
    const { client_id, service_ids, id: entry_id } = await room.waits('Ada');
    for (const id of held) await room.cancels(id);
    const offers = t.app.get(OffersRepository, { strict: false });
    const bookings = t.app.get(BookingsService, { strict: false });
    const [now, until] = [t.clock.now(), new Date(t.clock.now().getTime() + 1_800_000)];
    const freed = await offers.listFreed(now);
    const offered = await atOnce(2, async (index) => {
      const { id: freed_id, resource_id } = freed[index]!;
      const wish = { client_id, service_ids, resource_id, starts_at: at('09:00') };
      const booking = await bookings.prepareHold(wish, { caller: WAITING_LIST, ip: '' });
      return offers.offer({ freed_id, entry_id, until, now }, (transaction) =>
        bookings.hold(transaction, booking!, until),
      );
    });
    expect(offered.sort()).toEqual([false, true]);
    expect(await countRows(t.panel, 'occupied_times')).toBe(1);
  });

  it('wait for ten minutes after a cancellation by link, which can be taken back', async () => {
    const { body } = await t.http
      .post(APPOINTMENTS)
      .set(AS_AGENT)
      .send({ client: { name: 'Jana' }, starts_at: at('09:00'), service: 'Cut', resource: 'Anna' })
      .expect(201);
    const link = new URL((body as { manage_url: string }).manage_url).pathname;
    await room.waits('Ada', { resource: 'Anna' });
    const question = await visitor.get(`${link}?step=cancel`);
    await visitor.send(question.action(), { ...question.fields(), act: 'cancel' });
    await room.work();
    expect(await room.standing()).toEqual(['Ada waiting']);
    await room.isNow('06:09:59');
    await room.work();
    expect(await room.standing()).toEqual(['Ada waiting']);
    await room.isNow('06:10:00');
    await room.work();
    expect(await room.standing()).toEqual(['Ada offered 09:00 Anna']);
  });

  it('are offered to nobody while that is off, and are shown with who fits', async () => {
    await room.setPage({ waiting_list: false });
    const held = await room.booked('09:00');
    for (const name of ['Ada', 'Bea']) await room.waits(name, { resource: 'Anna' });
    await room.waits('Cid', { resource: 'Ben' });
    await room.cancels(held);
    await room.work();
    const freed = async () =>
      (await t.http.get('/api/waiting-list/freed-times').set(room.admin.bearer).expect(200))
        .body as FreedTimeDto[];
    expect(await freed()).toMatchObject([
      {
        ...{ resource: 'Anna', starts_at: at('09:00'), ends_at: at('09:30') },
        fitting: [
          { entry: { client: { name: 'Ada' } }, starts_at: at('09:00'), ends_at: at('09:30') },
          { entry: { client: { name: 'Bea' } } },
        ],
      },
    ]);
    await room.booked('09:00');
    expect(await freed()).toEqual([]);
  });

  it('are told by mail, and in the chat that somebody wrote from', async () => {
    const chats = new Conversations(t, room.admin);
    const chat_id = newChat();
    const held = await room.booked('09:00', { service: 'Colour' });
    await room.isFull('Ben');
    await room.waits('Ada', { chat_id });
    await chats.ping({ chat_id, message: says('user', 'Is there a time?') });
    await room.waits('Bea');
    await room.cancels(held);
    await room.work();
    await room.work();
    const { rows } = await t.panel.query(`select kind, recipient, subject from mails`);
    expect(rows).toMatchObject([{ kind: 'offered', recipient: 'bea@example.com' }]);
    const { body } = await t.http
      .get('/api/conversations/deliveries')
      .query({ wait: 0 })
      .set(AS_AGENT)
      .expect(200);
    const told = JSON.stringify(body);
    expect(told.match(/http:\/\/127\.0\.0\.1\/book\/w\/[\w.-]+/g)).toHaveLength(1);
    const { rows: stored } = await t.memory.query('select message from chat_history where chat_id = $1', [
      chat_id,
    ]);
    expect(JSON.stringify(stored)).not.toContain('/book/w/');
    const path = new URL(/http:\/\/127[^\s"\\]+/.exec(told)![0]).pathname;
    expect((await visitor.get(path)).said('[role=status]')[0]).toContain('7:30');
    expect(t.log_lines.join('')).not.toContain(path.split('/').at(-1));
  });
});
