import type { AppointmentImportDto } from '@groupless/shared-dto';
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { onStage } from '../testing/clients-on-stage';
import { ImportAppointmentsPage } from './import-appointments-page';

beforeAll(() => {
  // jsdom's own cannot be read in pieces.
  Object.assign(globalThis, { Blob: NodeBlob });
});
afterEach(() => document.body.replaceChildren());

const LIST = [
  'Meine Termine',
  '',
  'Datum;Beginn;Patient;Raum',
  '1.12.2026;8:00;Ada;2',
  'morgen;9:00;Bo;',
].join('\r\n');
const CALENDAR = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

const ANSWER: AppointmentImportDto = {
  ...{ import_id: null, created: 1, skipped: 0, clients_made: 1, warnings: [], unread: 0 },
  failed: [{ row: 3, field: 'starts_at', code: 'invalid_format' }],
  not_made: [
    { row: 2, reason: 'taken', name: 'Ada', starts_at: '2026-12-01T08:00:00.000Z', named: null, with: [] },
  ],
};

/** Files are read in real time, unlike all else in these tests. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function start(content: string) {
  const staged = await onStage(ImportAppointmentsPage);
  const { find, findAll, wait, http } = staged;
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { files: [new NodeFile([content], 'termine')] } });
  find('.drop').dispatchEvent(drop);
  const button = (name: string) => findAll('button').find((one) => one.textContent.trim() === name);
  await until(() => button('Check the file') !== undefined);
  const press = async (name: string) => {
    button(name)?.click();
    let [request] = http.match(({ url }) => url === '/api/appointments/import');
    await until(
      () => (request ??= http.match(({ url }) => url === '/api/appointments/import')[0]) !== undefined,
    );
    return request!;
  };
  return { ...staged, press, wait };
}

describe('an import of appointments', () => {
  it('reads a list below its title, checks it first, and names the lines of the file', async () => {
    const { press, text, wait } = await start(LIST);
    const checked = await press('Check the file');
    expect(checked.request.params.get('dry_run')).toBe('true');
    const body = checked.request.body as Blob;
    expect([body.type, (await body.text()).split('\r\n')[1]]).toEqual([
      'text/csv',
      ',2026-12-01T08:00,,,Ada,,,,,,Raum: 2',
    ]);
    const unknown = { ...ANSWER.not_made[0], row: 3, reason: 'unknown_service', named: 'Fango' };
    checked.flush({ ...ANSWER, not_made: [...ANSWER.not_made, unknown] });
    await wait(50);
    expect(text()).toContain('no service is called “Fango”');
    expect(text()).toContain('Line 5');
    expect(text()).toMatch(/Line 4\s*Ada, .*: the time is taken/);
    const done = await press('Import');
    expect([checked, done].map(({ request }) => request.params.get('file_name'))).toEqual([null, 'termine']);
    expect(done.request.params.get('dry_run')).toBe('false');
    done.flush({ ...ANSWER, import_id: '019aa0f0-0000-7000-8000-000000000001' });
    await wait(50);
    expect(text()).toContain('Take this import back');
  });

  it('says what is left of one that is taken back, and shows what an earlier one made', async () => {
    const { http, find, findAll, text, wait } = await onStage(ImportAppointmentsPage);
    const counts = { created: 3, skipped: 1, failed: 0 };
    const one = { id: 'i1', at: '2026-11-20T09:30:00.000Z', by: 'Ada', file_name: 'termine.ics', ...counts };
    http
      .expectOne('/api/appointments/imports?limit=5')
      .flush({ items: [{ ...one, undone_at: null, undone_by: null }], next_cursor: null });
    await wait(20);
    expect(text()).toMatch(/termine\.ics\s*4 rows/);
    const press = async (name: string) => {
      [...document.querySelectorAll('button')]
        .findLast((button) => button.textContent.trim() === name)
        ?.click();
      await wait(50);
    };
    const eva = { id: 'a1', name: 'Eva Groß', starts_at: '2026-12-01T08:00:00.000Z' };
    const clients = [{ id: 'c1', name: 'Walter Fischer' }];
    await press('Show');
    http
      .expectOne('/api/appointments/imports/i1/rows')
      .flush({ appointments: [eva], appointments_total: 1, clients, clients_total: 1 });
    await wait(20);
    expect(findAll('app-imported-rows a').map((link) => link.getAttribute('href'))).toEqual([
      '/appointments/a1',
      '/clients/c1',
    ]);
    await press('Take this import back');
    await press('Take this import back');
    http
      .expectOne('/api/appointments/imports/i1/take-back')
      .flush({ already_undone: false, deleted: 2, left: [{ ...eva, why: 'changed' }], clients });
    await wait(50);
    expect(text()).toContain('The import was taken back: 2 deleted.');
    expect(find('app-undone-import').textContent.replaceAll(/\s+/g, ' ')).toMatch(
      /1 appointment stays: ?.*Eva Groß ?changed since.*1 client that it made stays: ?Walter Fischer/,
    );
  });

  it('sends a calendar as it is, from today on', async () => {
    const { press } = await start(CALENDAR);
    const { request } = await press('Check the file');
    expect([(request.body as Blob).type, await (request.body as Blob).text()]).toEqual([
      'text/calendar',
      CALENDAR,
    ]);
    expect(request.params.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
