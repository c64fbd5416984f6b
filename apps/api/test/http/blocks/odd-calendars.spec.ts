import { readInThread } from '../../../src/busy-times/calendars/calendar-thread';

const terms = {
  time_zone: 'UTC',
  shown: { start: Date.parse('2027-01-01T00:00Z'), end: Date.parse('2028-01-01T00:00Z') },
  now: Date.parse('2027-01-01T00:00Z'),
  limit: 1_000,
};
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'DTSTART:20270301T080000Z', ...lines, 'END:VEVENT'];
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');
const times = (count: number) =>
  Array.from({ length: count }, (_, index) => `2027030${1 + (index % 9)}T080000Z`).join(',');

/** How long nothing else could be done meanwhile, at most. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const look = () => {
    const now = performance.now();
    [last, longest] = [now, Math.max(longest, now - last)];
  };
  const timer = setInterval(look, 5);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

describe('a calendar that somebody made odd', () => {
  it.each<[string, string]>([
    ['whose events do not end', calendar(...Array.from({ length: 100_000 }, () => 'BEGIN:VEVENT'))],
    ['with a rule of a thousand million years', calendar(...event('RRULE:FREQ=YEARLY;INTERVAL=1000000000'))],
    [
      'with a rule for a day that no year has',
      calendar(...event('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
    ],
    ['with a rule by days that never fits', calendar(...event('RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'))],
    ['with a rule for a sixth Monday', calendar(...event('RRULE:FREQ=MONTHLY;BYDAY=6MO'))],
    [
      'with a rule for each second of a day',
      calendar(...event(`RRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)};BYSECOND=${upTo(60)}`)),
    ],
    [
      'with very many events and exceptions',
      calendar(
        ...event('RRULE:FREQ=DAILY', `EXDATE:${times(50_000)}`, `RDATE:${times(50_000)}`),
        ...Array.from({ length: 10_000 }, () => event('DURATION:PT1H')).flat(),
      ),
    ],
  ])('%s holds up nobody, and its reading ends', async (_, text) => {
    const LIMIT_MS = 3_000;
    const begun = performance.now();
    const waited = await longestWait(() => readInThread({ text, terms }, LIMIT_MS).catch(() => null));
    expect(performance.now() - begun).toBeLessThan(LIMIT_MS + 10_000);
    expect(waited).toBeLessThan(LIMIT_MS);
  });

  it('is said to take too long, and the next one is read', async () => {
    const plain = calendar(...event('DURATION:PT1H'));
    const [odd, next] = await Promise.allSettled([
      // No thread has begun by then.
      readInThread({ text: plain, terms }, 1),
      readInThread({ text: plain, terms }),
    ]);
    expect(odd).toMatchObject({ reason: { message: 'The calendar takes longer than 0.001 s to read.' } });
    expect(next).toMatchObject({ value: { events: [{ title: '' }], broken: 0 } });
  });
});
