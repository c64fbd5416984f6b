import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
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
  beforeEach(() => room.begin());

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
    const form = { ...page.fields(), ...PERSON, first: DAY, last: DAY };
    const gone = '0193b0a4-7b1c-7000-8000-000000000000';
    const WRONG: Record<string, string | string[]>[] = [
      { service: [] },
      { service: gone },
      { service: [form['service'] ?? '', gone] },
      { who: gone },
    ];
    for (const wrong of WRONG) {
      const again = await visitor.send(page.action(), { ...form, ...wrong });
      expect([again.status, again.said('.row').length]).toEqual([400, 'who' in wrong ? 3 : 2]);
      expect(again.fields()).toMatchObject({ email: 'ada@example.com', note: 'Please', first: DAY });
    }
    expect(await room.list()).toEqual([]);
  });

  it('finds no list while times are not offered', async () => {
    await room.setPage({ waiting_list: false });
    expect((await visitor.get('/book/wait')).status).toBe(404);
    expect((await visitor.get('/book?who=any')).text).not.toContain('/book/wait');
  });
});
