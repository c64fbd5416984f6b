import type { BlockDto, FreedTimeDto } from '@groupless/shared-dto';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { setAgent } from '../../harness/data/appointments';
import { at, DAY, PUBLIC, WaitingRoom } from './waiting-room';

const SHORT = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' }));
const LONG = SHORT.map((one) => ({ ...one, closes: '17:00' }));
const CLOSED = [{ from: DAY, to: DAY, reason: 'Holidays' }];

describe('times that get free without an appointment', () => {
  let t: ServedApp;
  let room: WaitingRoom;
  beforeAll(async () => {
    t = await sharedApp(PUBLIC);
    room = await WaitingRoom.open(t);
  });
  afterAll(async () => {
    await room.mail.stop();
    await t.close();
  });
  beforeEach(() => room.begin());

  const set = (change: Parameters<typeof setAgent>[1]) => () => setAgent(t, change);
  const blocked = async (resource: string | null) => {
    const block = { resource, starts_at: at('08:00'), ends_at: at('16:00') };
    const { body } = await t.http.post('/api/blocks').set(room.admin.bearer).send(block).expect(201);
    return body as BlockDto;
  };
  const unblocked = async ({ id }: BlockDto) =>
    t.http.delete(`/api/blocks/${id}`).set(room.admin.bearer).expect(204);

  const WAYS: [string, object, () => Promise<unknown>, () => Promise<unknown>, string][] = [
    [
      'longer hours',
      { hours: { from: '15:00', to: '17:00' } },
      set({ working_hours: SHORT }),
      set({ working_hours: LONG }),
      '14:00 Anna',
    ],
    ['a closure that is taken back', {}, set({ closures: CLOSED }), set({ closures: [] }), '08:00 Anna'],
    [
      'somebody new',
      { resource: 'any' },
      set({ resources: ['Anna'], closures: [{ ...CLOSED[0]!, resource: 'Anna' }] }),
      set({ resources: ['Anna', 'Cleo'] }),
      '08:00 Cleo',
    ],
    [
      'a further day that can be booked',
      {},
      () => room.setPage({ horizon_days: 1 }),
      () => room.setPage({ horizon_days: 3 }),
      '08:00 Anna',
    ],
  ];
  it.each(WAYS)('are offered as any: %s', async (_, wish, before, opens, offered) => {
    await before();
    await room.waits('Ada', { resource: 'Anna', ...wish });
    await room.work();
    await room.work();
    expect(await room.standing()).toEqual(['Ada waiting']);
    await opens();
    await room.work();
    expect(await room.standing()).toEqual([`Ada offered ${offered}`]);
  });

  it.each(['Anna', null])('are offered in the order of entry where a block goes: %j', async (resource) => {
    const block = await blocked(resource);
    for (const name of ['Ada', 'Bea']) await room.waits(name, { resource: 'Anna' });
    await room.work();
    expect(await room.standing()).toEqual(['Ada waiting', 'Bea waiting']);
    await unblocked(block);
    await room.work();
    expect(await room.standing()).toEqual(['Ada offered 08:00 Anna', 'Bea offered 08:30 Anna']);
  });

  it('are news once, and only what is free of them', async () => {
    const held = await room.booked('08:00');
    const block = await blocked('Anna');
    await room.work();
    await unblocked(block);
    await room.waits('Ada', { resource: 'Anna', hours: { from: '09:00', to: '09:30' } });
    for (let times = 0; times < 3; times++) await room.work();
    expect(await room.standing()).toEqual(['Ada waiting']);
    const { rows } = await t.panel.query('select is_settled, lower(during) as start from freed_times');
    expect(rows).toEqual([{ is_settled: true, start: new Date(at('08:00')) }]);
    await room.cancels(held);
    await room.work();
    expect(await room.standing()).toEqual(['Ada offered 08:00 Anna']);
  });

  it('are shown with who fits, on days that somebody waits for alone', async () => {
    await room.setPage({ waiting_list: false });
    await setAgent(t, { working_hours: SHORT });
    await room.work();
    await room.waits('Ada', { resource: 'Anna', hours: { from: '13:00', to: '14:00' } });
    await setAgent(t, { working_hours: LONG });
    await room.work();
    const { body } = await t.http.get('/api/waiting-list/freed-times').set(room.admin.bearer).expect(200);
    expect(body as FreedTimeDto[]).toMatchObject([
      {
        ...{ resource: 'Anna', starts_at: at('11:00'), ends_at: at('16:00') },
        fitting: [{ entry: { client: { name: 'Ada' } }, starts_at: at('12:00') }],
      },
    ]);
  });
});
