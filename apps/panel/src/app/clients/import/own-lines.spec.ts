import { Blob as NodeBlob } from 'node:buffer';
import { withOwnLines } from './own-lines';
import { rejectsFile } from './rejects-file';

// jsdom's own cannot be read in pieces.
beforeAll(() => Object.assign(globalThis, { Blob: NodeBlob }));

describe('the lines of rejected rows', () => {
  const failedIn = (row: number) => ({ row, field: 'phone', code: 'invalid_phone' });
  const chosen = () => new Blob(['Name;Tel;Text\r\n\r\nJana;;"a\r\nb"\r\n\r\nKofi;555;\r\nAma;12;']);

  it('are those of the chosen file, past blank lines and cells of several lines', async () => {
    const sent = new Blob(['name,phone\r\nJana,\r\nKofi,555\r\nAma,12\r\n']);
    expect(await withOwnLines([failedIn(3), failedIn(4)], sent, chosen())).toEqual([
      failedIn(6),
      failedIn(7),
    ]);
    const same = chosen();
    expect(await withOwnLines([failedIn(6)], same, same)).toEqual([failedIn(6)]);
  });

  it('choose the rows of the file of rejects', async () => {
    const file = await rejectsFile(chosen(), [failedIn(6)], () => 'no number', 'Reason');
    expect((await file.text()).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'Name,Tel,Text,Reason',
      'Kofi,555,,no number',
    ]);
  });
});
