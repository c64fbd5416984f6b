import { setTimeout as sleep } from 'node:timers/promises';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { rounds } from '../../harness/data/rounds';
import { atOnce } from '../../harness/data/times';
import { BookingVisitor, type ReadPage } from '../../harness/http/booking-visitor';
import { setAgent } from '../../harness/data/appointments';
import { at, NOW, PUBLIC, WaitingRoom } from '../waiting-list/waiting-room';

const VISITORS = rounds(200, 5_000);
/** Two replicas work on a thousand requests at a time; more are told to come again. */
const AT_ONCE = 400;

jest.setTimeout(900_000);

describe('one time that everybody wants', () => {
  let here: ServedApp;
  let there: ServedApp;
  let room: WaitingRoom;
  beforeAll(async () => {
    // Each visitor comes from elsewhere, by what stands before both.
    const environment = { ...PUBLIC, TRUST_PROXY: '1' };
    here = await startServedApp({ environment });
    there = await startServedApp({ environment, urls: here.urls });
    room = await WaitingRoom.open(here);
    await room.begin();
    there.clock.set(NOW);
    await setAgent(here, { resources: ['Anna'] });
    // What one replica was told counts on the other after a second.
    await sleep(1_100);
  });
  afterAll(async () => {
    await room.mail.stop();
    await there.close();
    await here.close();
  });

  it(`goes to one of ${VISITORS} visitors over two replicas; the others lose nothing, and see nothing of that one`, async () => {
    const { rows } = await here.panel.query(
      `select id from services where name = 'Cut' and archived_at is null`,
    );
    const path = `/book?service=${rows[0].id}&who=any&at=${at('09:00')}`;
    const left = Array.from({ length: VISITORS }, (_, index) => index);
    const tally = { booked: 0, refused: 0, told_of_others: 0, lost: 0 };
    const visit = async (index: number) => {
      const from = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
      const visitor = new BookingVisitor(index % 2 === 0 ? here : there, {
        'accept-language': 'en',
        'x-forwarded-for': from,
      });
      const name = `Visitor ${letters(index)} of them`;
      const form = await again(() => visitor.get(path));
      const fields = {
        ...form.fields(),
        name,
        phone: `+4917${String(10_000_000 + index)}`,
        email: `v${index}@example.com`,
      };
      const answer = await again(() => visitor.send(form.action(), fields));
      if (answer.status === 303) {
        tally.booked++;
        return;
      }
      expect([answer.status, answer.said('[role=alert]')[0]]).toEqual([
        409,
        expect.stringContaining('been taken'),
      ]);
      tally.refused++;
      if (answer.fields()['name'] !== name || answer.fields()['email'] !== `v${index}@example.com`)
        tally.lost++;
      if ((answer.text.match(/Visitor [a-z]+ of them/g) ?? []).some((one) => one !== name))
        tally.told_of_others++;
    };
    await atOnce(Math.min(AT_ONCE, VISITORS), async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) await visit(index);
    });
    expect(tally).toEqual({ booked: 1, refused: VISITORS - 1, told_of_others: 0, lost: 0 });
    const { rows: booked } = await here.panel.query('select status, source, starts_at from appointments');
    expect(booked).toEqual([{ status: 'confirmed', source: 'web', starts_at: new Date(at('09:00')) }]);
    const { rows: clients } = await here.panel.query('select count(*)::int from clients');
    expect(clients).toEqual([{ count: 1 }]);
  });
});

/** Sent again where a server had too much to do. */
async function again(send: () => Promise<ReadPage>): Promise<ReadPage> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await sleep(20);
  }
}

function letters(index: number): string {
  return [...index.toString(26)]
    .map((digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26)))
    .join('');
}
