import { Blob as NodeBlob } from 'node:buffer';
import { rewritten } from './client-rows';
import { hasSeparatorLine, readFirstRows } from './csv-rows';
import { withOwnLines } from './own-lines';
import type { FailedRowDto } from '@groupless/shared-dto';
import { REPORT } from './testing/report';
import { rejectsFile, type Reject } from './rejects-file';

// jsdom's own cannot be read in pieces.
beforeAll(() => Object.assign(globalThis, { Blob: NodeBlob }));

describe('the lines of rejected rows', () => {
  /** With the failed rows alone. */
  const withOwnFailed = async (failed: FailedRowDto[], sent: Blob, file: Blob) =>
    (await withOwnLines({ ...REPORT, failed }, sent, file)).failed;
  const failedIn = (row: number) => ({ row, field: 'phone', code: 'invalid_phone' });
  const chosen = () => new Blob(['Name;Tel;Text\r\n\r\nJana;;"a\r\nb"\r\n\r\nKofi;555;\r\nAma;12;']);

  it('are those of the chosen file, past blank lines and cells of several lines', async () => {
    const sent = new Blob(['name,phone\r\nJana,\r\nKofi,555\r\nAma,12\r\n']);
    expect(await withOwnFailed([failedIn(3), failedIn(4)], sent, chosen())).toEqual([
      failedIn(6),
      failedIn(7),
    ]);
    const same = chosen();
    expect(await withOwnFailed([failedIn(6)], same, same)).toEqual([failedIn(6)]);
  });

  it('are those of the chosen file where a row has nothing but an empty name', async () => {
    const file = new Blob(['Name;Shoe size\r\n;38\r\n;;\r\nKofi;41\r\n']);
    const sent = await rewritten(
      file,
      { map: ['name', null], updates: false, rest: false, orders: [], time_zone: 'UTC' },
      () => undefined,
    );
    expect(await sent.text()).toBe('name\r\n""\r\nKofi\r\n');
    expect(await withOwnFailed([failedIn(2), failedIn(3)], sent, file)).toEqual([failedIn(2), failedIn(4)]);
  });

  it('are those of the chosen file where a row has nothing for two columns', async () => {
    const file = new Blob(['Name;Company;Shoe size\r\n;;38\r\nKofi;;41\r\n']);
    const sent = await rewritten(
      file,
      { map: ['name', 'company', null], updates: false, rest: false, orders: [], time_zone: 'UTC' },
      () => undefined,
    );
    expect(await sent.text()).toBe('name,company\r\n"",\r\nKofi,\r\n');
    expect(await withOwnFailed([failedIn(2), failedIn(3)], sent, file)).toEqual([failedIn(2), failedIn(3)]);
  });

  it('leave out empty cells beyond the header, and the line in which a spreadsheet names its delimiter', async () => {
    const file = new Blob(['sep=;\r\nName;Tel\r\nKofi;555;;\r\n']);
    expect(await readFirstRows(file, 4)).toEqual([
      ['Name', 'Tel'],
      ['Kofi', '555', '', ''],
    ]);
    expect(await hasSeparatorLine(file)).toBe(true);
    expect(
      await (
        await rewritten(
          file,
          { map: ['name', 'phone'], updates: false, rest: false, orders: [], time_zone: 'UTC' },
          () => undefined,
        )
      ).text(),
    ).toBe('name,phone,other_phones\r\nKofi,555,\r\n');
    expect(await withOwnFailed([failedIn(2)], new Blob(['name,phone\r\nKofi,555\r\n']), file)).toEqual([
      failedIn(3),
    ]);
  });

  const HEADINGS = ['Line', 'Column', 'Cell', 'Reason'];
  const leftOut = (row: number): Reject => ({
    ...{ row, field: 'phone', reason: 'no number', is_left_out: true },
  });
  const linesOf = async (file: Blob) => (await file.text()).replace('\uFEFF', '').trim().split('\r\n');

  it('choose the rows of the file of rejects', async () => {
    const map = ['name', 'phone', null] as const;
    expect(await linesOf(await rejectsFile(chosen(), [leftOut(6)], map, HEADINGS, 'semicolon'))).toEqual([
      'Name;Tel;Text;Line;Column;Cell;Reason',
      'Kofi;555;;6;Tel;555;no number',
    ]);
  });

  it('have one quote before a formula in the file of rejects, also where the chosen file has it already', async () => {
    const exported = new Blob(["Name,Tel,Text\r\n'=cmd(),+12125550123,=cmd()\r\n"]);
    const file = await rejectsFile(exported, [leftOut(2)], ['name', 'phone', null], HEADINGS, 'comma');
    expect((await linesOf(file))[1]).toBe("'=cmd(),(+1) 2125550123,'=cmd(),2,Tel,(+1) 2125550123,no number");
  });

  it('name each cell whose client was taken without it, and do not repeat the client', async () => {
    const file = new Blob([
      'First name,Last name,Home phone,Mobile phone,Work phone,E-mail\nAda,B,1,2,,keine\nBo,,,,,x\n',
    ]);
    const map = ['first_name', 'last_name', 'phone', 'phone', 'phone', 'email'] as const;
    const taken = ['phone', 'other_phones', 'email', 'name'].map((field) => ({
      ...{ row: 2, field, reason: `bad ${field}`, is_left_out: false },
    }));
    const rejects = await rejectsFile(
      file,
      [...taken, { ...leftOut(3), field: 'name' }],
      map,
      HEADINGS,
      'comma',
    );
    expect((await linesOf(rejects)).slice(1)).toEqual([
      ',,,,,,2,Mobile phone,2,bad phone',
      ',,,,,,2,Home phone,1,bad other_phones',
      ',,,,,,2,E-mail,keine,bad email',
      ',,,,,,2,First name / Last name,Ada / B,bad name',
      'Bo,,,,,x,3,First name,Bo,no number',
    ]);
  });
});
