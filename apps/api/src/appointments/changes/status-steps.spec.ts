import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPOINTMENT_STATUSES, STATUS_STEPS, type AppointmentStatus } from '@groupless/shared-dto';
import { statusAfter } from './status-steps';

const NOW = 1_000_000;
const BEGUN = { starts: NOW, now: NOW };
const COMING = { starts: NOW + 1, now: NOW };

const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('the status of an appointment after a change', () => {
  const pairs = APPOINTMENT_STATUSES.flatMap((from) => APPOINTMENT_STATUSES.map((to) => [from, to] as const));
  it.each(pairs)('from %s to %s is as the table says', (from, to) => {
    const step = STATUS_STEPS[from][to];
    const become = (moment: typeof BEGUN) => () => statusAfter(from, to, false, moment);
    if (from === to || step === 'any time') {
      expect([become(BEGUN)(), become(COMING)()]).toEqual([to, to]);
    } else if (step === 'once begun') {
      expect(become(BEGUN)()).toBe(to);
      expect(become(COMING)).toThrow(refusal('not_begun'));
    } else {
      expect(become(BEGUN)).toThrow(refusal('invalid_transition'));
      expect(become(COMING)).toThrow(refusal('invalid_transition'));
    }
  });

  it.each(['completed', 'cancelled', 'no_show'] as const)(
    'is alive where one that is %s moves ahead',
    (from) => {
      expect(statusAfter(from, undefined, true, COMING)).toBe('confirmed');
      expect(statusAfter(from, undefined, true, BEGUN)).toBe(from);
      expect(statusAfter(from, undefined, false, COMING)).toBe(from);
      expect(() => statusAfter(from, from, true, COMING)).toThrow(refusal('invalid_transition'));
    },
  );

  it('stays where one that holds its time moves', () => {
    expect(statusAfter('pending', undefined, true, COMING)).toBe('pending');
    expect(statusAfter('confirmed', undefined, true, BEGUN)).toBe('confirmed');
  });

  it('is written down for the desk as it is', () => {
    const lines = readFileSync(join(__dirname, '../../../../../docs/desk.md'), 'utf8').split('\n');
    const cellsOf = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const head = lines.findIndex((line) => line.startsWith('| From'));
    const [, ...columns] = cellsOf(lines[head] ?? '') as AppointmentStatus[];
    const rows = lines.slice(head + 2, head + 2 + APPOINTMENT_STATUSES.length).map(cellsOf);
    const written = rows.map(([from = '', ...cells]): [string, unknown] => {
      const steps = columns.map((to, index) => [to, cells[index]] as const);
      return [from, Object.fromEntries(steps.filter(([, cell]) => cell !== '–'))];
    });
    expect(Object.fromEntries(written) as unknown).toEqual(STATUS_STEPS);
  });
});
