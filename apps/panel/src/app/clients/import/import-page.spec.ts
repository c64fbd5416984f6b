import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { onStage } from '../testing/clients-on-stage';
import { ImportPage } from './import-page';

const saved: Blob[] = [];
beforeAll(() => {
  // jsdom's own cannot be read in pieces.
  Object.assign(globalThis, { Blob: NodeBlob });
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:saved';
  };
  HTMLAnchorElement.prototype.click = () => undefined;
});
afterEach(() => document.body.replaceChildren());

const TEXT = 'Client;Mobile;Shoe size\r\nAda;12;38\r\nBo;555-0100;41\r\n';

async function start(text = TEXT) {
  const staged = await onStage(ImportPage);
  const { find, findAll, wait } = staged;
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { files: [new NodeFile([text], 'clients.csv')] } });
  find('.drop').dispatchEvent(drop);
  await wait(30);
  const press = async (name: string) => {
    findAll('button')
      .find((one) => one.textContent.trim() === name)
      ?.click();
    await wait(50);
  };
  return { ...staged, press };
}

describe('an import of clients', () => {
  it('guesses which field each column fills, with examples', async () => {
    const { findAll, text } = await start();

    expect(findAll('select').map((one) => (one as HTMLSelectElement).value)).toEqual(['name', 'phone', '']);
    expect(text()).toContain('555-0100');
  });

  it('first only checks, and says why rows are left out', async () => {
    const { press, http, text, wait } = await start();
    await press('Check the file');
    const asked = http.expectOne(({ url }) => url === '/api/clients/import');
    expect(asked.request.params.get('dry_run')).toBe('true');
    asked.flush({ created: 1, skipped: 0, failed: [{ row: 2, field: 'phone', code: 'invalid_phone' }] });
    await wait(20);

    expect(text()).toContain('What would happen');
    expect(text()).toContain('Phone: is no phone number');
    await press('Import');
    expect(http.expectOne(({ url }) => url === '/api/clients/import').request.params.get('dry_run')).toBe(
      'false',
    );
  });

  it('does not begin without a column for the name', async () => {
    const { findAll, text } = await start('Mobile\n12\n');

    expect(text()).toContain('Choose the column that holds the name.');
    const check = findAll('button').find((one) => one.textContent.trim() === 'Check the file');
    expect((check as HTMLButtonElement).disabled).toBe(true);
  });

  it('says what is wrong with a file, with the way back to its columns', async () => {
    const { press, http, text, wait } = await start();
    await press('Check the file');
    http
      .expectOne(({ url }) => url === '/api/clients/import')
      .flush(
        { code: 'invalid_csv', status: 400, detail: 'Line 3: A quote is opened and never closed.' },
        { status: 400, statusText: 'Bad Request' },
      );
    await wait(20);

    expect(text()).toContain('Line 3: A quote is opened and never closed.');
    expect(text()).toContain('Check the file');
  });
});
