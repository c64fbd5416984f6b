import { Blob as NodeBlob } from 'node:buffer';
import { rewritten, type Mapping } from './client-rows';
import { guessedMap } from './column-map';
import { readFirstRows } from './csv-rows';

// jsdom's own cannot be read in pieces.
beforeAll(() => Object.assign(globalThis, { Blob: NodeBlob }));

/** What is sent of a file whose columns are guessed: each row by its columns, without the empty ones. */
const sent = (...lines: string[]) => sentBy(false, lines);

async function sentBy(
  updates: boolean,
  lines: string[],
  orders: Mapping['orders'] = [],
): Promise<Record<string, string>[]> {
  const file = new Blob([lines.join('\r\n')]);
  const [header = []] = await readFirstRows(file, 1);
  const [columns = [], ...rows] = await readFirstRows(
    await rewritten(file, {
      map: guessedMap(header),
      updates,
      rest: false,
      orders,
      time_zone: 'Europe/Vienna',
    }),
    20,
  );
  return rows.map((cells) => {
    const pairs = cells.map((cell, index) => [columns[index] ?? '', cell] as const);
    return Object.fromEntries(pairs.filter(([, cell]) => cell !== ''));
  });
}

describe('the rows of an address book', () => {
  it('are those of Google Contacts', async () => {
    const rows = await sent(
      'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,Organization Name,Organization Title,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
      'Ева,Петровна,Краснова,,,,,,,Любит утро,,Друзья ::: * family ::: * myContacts,* ,eva@example.com ::: eva@example.org,,,Mobile,+7 900 555-01-01 ::: +7 900 555-01-02,Work,+7 495 555-01-03',
      ',,,,,,Bakery Ltd,,,,,* myContacts,,,Other,info@example.com,,,Work,+1 212 555 0104',
    );
    expect(rows).toEqual([
      {
        ...{ name: 'Ева Петровна Краснова', phone: '+7 900 555-01-01', email: 'eva@example.com' },
        ...{ tags: 'Друзья, family', notes: 'Любит утро\neva@example.org' },
        other_phones: '+7 900 555-01-02 (Mobile), +7 495 555-01-03 (Work)',
      },
      {
        ...{ name: 'Bakery Ltd', company: 'Bakery Ltd', phone: '+1 212 555 0104' },
        ...{ email: 'info@example.com' },
      },
    ]);
  });

  it('are those of Outlook, in three languages', async () => {
    expect(
      await sent(
        'Title,First Name,Middle Name,Last Name,Suffix,Company,Job Title,Home Phone,Business Phone,Mobile Phone,Business Fax,E-mail Address,E-mail 2 Address,Notes,Categories',
        'Ms,Ada,,Byron,,ACME,Owner,(212) 555-0101,,(212) 555-0102,(212) 555-0109,ada@example.com,a@example.org,,Red;VIP',
      ),
    ).toEqual([
      {
        ...{ name: 'Ada Byron', company: 'ACME', phone: '(212) 555-0102', email: 'ada@example.com' },
        ...{ other_phones: '(212) 555-0101 (Home Phone)', notes: 'a@example.org', tags: 'Red;VIP' },
      },
    ]);
    expect(
      await sent(
        'sep=;',
        'Anrede;Vorname;Nachname;Firma;Telefon geschäftlich;Mobiltelefon;E-Mail-Adresse;Notizen',
        'Frau;Jana;Groß;;01 5550101;0664 5550102;jana@example.com;"Zeile 1\r\nZeile 2"',
      ),
    ).toEqual([
      {
        ...{ name: 'Jana Groß', phone: '0664 5550102', email: 'jana@example.com' },
        ...{ other_phones: '01 5550101 (Telefon geschäftlich)', notes: 'Zeile 1\r\nZeile 2' },
      },
    ]);
    expect(
      await sent(
        'Имя,Отчество,Фамилия,Организация,Рабочий телефон,Телефон переносной,Адрес эл. почты',
        'Ева,,Краснова,ООО «Мир»,,8 900 555-01-01,eva@example.com',
      ),
    ).toEqual([
      {
        ...{ name: 'Ева Краснова', company: 'ООО «Мир»', phone: '8 900 555-01-01' },
        email: 'eva@example.com',
      },
    ]);
  });

  it('are those of HubSpot', async () => {
    expect(
      await sent(
        'Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Create Date,Associated Company',
        '51,Ada,Byron,ada@example.com,+1 212 555 0101,,Rita,New,2026-01-02 10:00,ACME',
      ),
    ).toEqual([{ name: 'Ada Byron', email: 'ada@example.com', phone: '+1 212 555 0101', company: 'ACME' }]);
  });

  it('leave the notes of clients who are there alone: a second email is left out', async () => {
    const lines = ['Name,Email,Email 2', 'Ada,a@example.com ::: b@example.com,c@example.com'];
    expect(await sentBy(true, lines)).toEqual([{ name: 'Ada', email: 'a@example.com' }]);
    const noted = ['Name,Email,Notes', 'Ada,a@example.com ::: b@example.com,', 'Bo,b@example.com,Late'];
    expect(await sentBy(true, noted)).toEqual([
      { name: 'Ada', email: 'a@example.com' },
      { name: 'Bo', email: 'b@example.com', notes: 'Late' },
    ]);
  });

  it('have times as instants: dates by their order, local times by the zone', async () => {
    const lines = ['Name,Created,Last seen', 'Ada,3/4/2026,2026-01-02 10:33', 'Bo,3.4.26 8:05,spring'];
    const byDay = await sentBy(false, lines, ['day_first', 'day_first', 'day_first']);
    expect(byDay).toEqual([
      {
        ...{ name: 'Ada', created_at: '2026-04-02T22:00:00.000Z' },
        last_activity_at: '2026-01-02T09:33:00.000Z',
      },
      { name: 'Bo', created_at: '2026-04-03T06:05:00.000Z', last_activity_at: 'spring' },
    ]);
    const [ada] = await sentBy(false, lines, ['month_first', 'month_first', 'month_first']);
    expect(ada?.['created_at']).toBe('2026-03-03T23:00:00.000Z');
    const instants = ['Name,Created', 'Ada,2026-01-02T10:33:00.000Z', 'Bo,2026-01-02 10:33+02:00'];
    expect((await sentBy(false, instants)).map((row) => row['created_at'])).toEqual([
      '2026-01-02T10:33:00.000Z',
      '2026-01-02 10:33+02:00',
    ]);
  });

  it('keep signs that would part further numbers', async () => {
    expect(await sent('Name,Phone,Work phone', 'Ada,1,"2, 3; (4)"')).toEqual([
      { name: 'Ada', phone: '1', other_phones: '2\\, 3\\; (4) (Work phone)' },
    ]);
  });
});
