import { Blob as NodeBlob } from 'node:buffer';
import { guessedColumns, isEnough, withColumn } from './appointment-columns';
import { sentAppointments } from './appointment-file';
import { orderOf, readClock, readDay, readMinutes } from './read-times';

beforeAll(() => {
  // jsdom's own cannot be read in pieces.
  Object.assign(globalThis, { Blob: NodeBlob });
});

async function sent(text: string, rest = true) {
  const file = new NodeBlob([text]) as unknown as Blob;
  const [header = ''] = text.split('\n');
  const columns = guessedColumns(header.split(header.includes(';') ? ';' : ','));
  const { body, lines } = await sentAppointments(file, { columns, order: 'month_first', rest });
  const rows = (await body.text()).split('\r\n').slice(1, -1);
  return { rows, lines };
}

describe('a list of appointments', () => {
  it('is read as a practice writes it, its other columns go into the notes', async () => {
    const text = [
      'Datum;Beginn;Ende;Patient;Telefon;Leistung;Therapeut;Raum;Notiz',
      '1.12.2026;8:00;8:45;Walter Fischer;0664 1234567;Massage;Anna;1;Rücken',
      'Di., 02.12.26;14.30 Uhr;15:15;Eva Groß;;Massage;Bernd;;',
    ].join('\n');
    expect(await sent(text)).toEqual({
      rows: [
        ',2026-12-01T08:00,2026-12-01T08:45,,Walter Fischer,0664 1234567,,Massage,Anna,,Rücken / Raum: 1',
        ',2026-12-02T14:30,2026-12-02T15:15,,Eva Groß,,,Massage,Bernd,,',
      ],
      lines: [2, 3],
    });
  });

  it('is read as other programs export it', async () => {
    const google =
      'Subject,Start Date,Start Time,End Date,End Time,Description\nJo,12/01/2026,8:00 AM,12/01/2026,8:30 AM,x';
    expect((await sent(google, false)).rows).toEqual([',2026-12-01T08:00,2026-12-01T08:30,,Jo,,,,,,x']);
    const instants =
      'Invitee Name,Invitee Email,Start,Duration\nJo,jo@example.com,2026-12-01T08:00:00Z,1 h 30';
    expect((await sent(instants)).rows).toEqual([',2026-12-01T08:00:00Z,,90,Jo,,jo@example.com,,,,']);
    const together = 'Name,Termin,Dauer\nJo,24.12.2026 08:00,45 min';
    expect((await sent(together)).rows).toEqual([',2026-12-24T08:00,,45,Jo,,,,,,']);
  });

  it('leaves what it cannot read to the server, which says so of its row', async () => {
    expect((await sent('Datum,Beginn,Name\nmorgen,8:00,Jo\n31.2.2026,8:00,Jo')).rows).toEqual([
      ',morgen 8:00,,,Jo,,,,,,',
      ',31.2.2026 8:00,,,Jo,,,,,,',
    ]);
  });

  it('needs a time and somebody, and has each field once', () => {
    expect(isEnough(guessedColumns(['Datum', 'Beginn', 'Patient']))).toBe(true);
    expect(isEnough(guessedColumns(['Datum', 'Raum']))).toBe(false);
    expect(isEnough(guessedColumns(['Patient', 'Raum']))).toBe(false);
    expect(withColumn(['date', null], 1, 'date')).toEqual([null, 'date']);
  });
});

describe('dates and times', () => {
  it('show their order where one cannot be a month', () => {
    expect(orderOf(['01/02/2026', '13/02/2026'])).toBe('day_first');
    expect(orderOf(['01/02/2026', '02/13/2026'])).toBe('month_first');
    expect(orderOf(['1.2.2026'])).toBe('day_first');
    expect(orderOf(['01/02/2026', '2026-12-01', ''])).toBe(null);
  });

  it.each([
    ['8:00', '08:00'],
    ['08:00:00', '08:00'],
    ['8.30 Uhr', '08:30'],
    ['8 AM', '08:00'],
    ['12:15 am', '00:15'],
    ['12 PM', '12:00'],
    ['0.333333', '08:00'],
    ['8', null],
    ['25:00', null],
    ['8:75', null],
    ['', null],
  ])('%s is the time %s', (cell, clock) => {
    expect(readClock(cell)).toBe(clock);
  });

  it('are no days that are not there', () => {
    expect(readDay('30.2.2026', 'day_first')).toBe(null);
    expect(readDay('2/3/26', 'day_first')?.day).toBe('2026-03-02');
    expect(readDay('2/3/26', 'month_first')?.day).toBe('2026-02-03');
  });

  it('last as long as is written', () => {
    expect(['45', '45 min', '0:45', '1 h 30', '1:00', 'kurz'].map(readMinutes)).toEqual([
      ...['45', '45', '45', '90', '60', 'kurz'],
    ]);
  });
});
