import type { FreedTimeDto, WaitingEntryDto } from '@groupless/shared-dto';
import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { signIn } from '../../harness/data/panel-users';
import { atOnce } from '../../harness/data/times';
import { countRows } from '../../harness/databases/rows';
import { expectProblem } from '../../harness/http/problems';
import { at, PUBLIC, WaitingRoom } from './waiting-room';

describe('a person who books for somebody who waits', () => {
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

  const book = (entry: WaitingEntryDto, time: object, bearer: Record<string, string> = room.admin.bearer) =>
    t.http.post(`/api/waiting-list/${entry.id}/book`).set(bearer).send(time);
  /** The first time that suits, of those that got free. */
  const fitting = async (name = 'Ada') => {
    const { body } = await t.http.get('/api/waiting-list/freed-times').set(room.admin.bearer).expect(200);
    const all = (body as FreedTimeDto[]).flatMap((freed) => freed.fitting);
    const { entry, starts_at, resource_id } = all.find(({ entry: { client } }) => client.name === name)!;
    return { entry, time: { starts_at, resource_id } };
  };
  const appointments = async () => {
    const { rows } = await t.panel.query(
      `select id, source, status, resource from appointments where status <> 'cancelled' order by starts_at`,
    );
    return rows as { id: string; source: string; status: string; resource: string }[];
  };

  it('takes a time that got free, once', async () => {
    await room.setPage({ waiting_list: false });
    const held = await room.booked('09:00');
    for (const name of ['Ada', 'Bea']) await room.waits(name, { resource: 'Anna' });
    await room.cancels(held);
    const { entry, time } = await fitting();
    const answers = await atOnce(4, () => book(entry, time));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [booked, ...more] = await appointments();
    expect([booked, more]).toMatchObject([{ source: 'panel', resource: 'Anna' }, []]);
    expect((await book(entry, time).expect(200)).body).toMatchObject({
      ...{ id: entry.id, status: 'booked', offer: { starts_at: at('09:00'), appointment_id: booked!.id } },
    });
    expect(await room.standing()).toEqual(['Ada booked 09:00 Anna', 'Bea waiting']);
    expect(await countRows(t.panel, 'occupied_times')).toBe(1);
    // Nobody is told of an offer, only of the booking.
    await room.setPage({ waiting_list: true });
    await room.work();
    const { rows } = await t.panel.query(`select kind from mails where kind = 'offered'`);
    expect(rows).toEqual([]);
  });

  it('takes what is held for them', async () => {
    const held = await room.booked('09:00');
    const ada = await room.waits('Ada', { resource: 'Anna' });
    await room.cancels(held);
    await room.work();
    const { starts_at, resource_id } = (await room.list())[0]!.offer!;
    expectProblem(await book(ada, { starts_at: at('10:00'), resource_id }), 409, 'invalid_transition');
    await book(ada, { starts_at, resource_id }).expect(200);
    expect(await room.standing()).toEqual(['Ada booked 09:00 Anna']);
    expect(await appointments()).toMatchObject([{ source: 'panel' }]);
  });

  it('gets no time that somebody else has, and nobody is forgotten by that', async () => {
    await room.setPage({ waiting_list: false });
    const held = await room.booked('09:00');
    for (const name of ['Ada', 'Bea']) await room.waits(name, { resource: 'Anna' });
    await room.cancels(held);
    const [ada, bea] = [await fitting('Ada'), await fitting('Bea')];
    const answers = await atOnce(2, (index) =>
      index === 0 ? book(ada.entry, ada.time) : book(bea.entry, bea.time),
    );
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost).toHaveLength(1);
    expectProblem(lost[0]!, 409, 'slot_taken');
    expect((await room.list()).map(({ status }) => status).sort()).toEqual(['booked', 'waiting']);
    expect(await appointments()).toHaveLength(1);
  });

  it('is an operator, and books for who waits alone', async () => {
    const ada = await room.waits('Ada', { resource: 'Anna' });
    const time = { starts_at: at('09:00'), resource_id: ada.resource_id };
    const viewer = await signIn(t, { role: 'viewer' });
    expectProblem(await book(ada, time, viewer.bearer), 403, 'forbidden');
    await t.http.delete(`/api/waiting-list/${ada.id}`).set(room.admin.bearer).expect(204);
    expectProblem(await book(ada, time), 409, 'invalid_transition');
    expectProblem(await book({ ...ada, id: '0193b0a4-7b1c-7000-8000-000000000000' }, time), 404, 'not_found');
    expect(await appointments()).toEqual([]);
  });
});
