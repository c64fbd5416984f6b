import type { ClientFilePreviewDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('the first rows of a file', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(() => t.panel.query('delete from clients'));

  const send = (file: string, query = {}) =>
    t.http
      .post('/api/clients/import/preview')
      .query(query)
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(file);

  async function previewed(file: string, query = {}): Promise<ClientFilePreviewDto> {
    return (await send(file, query).expect(200)).body as ClientFilePreviewDto;
  }

  it('are shown as an import stores them, by the country that is sent', async () => {
    const file = [
      'name,phone,other_phones,email,tags,created_at',
      'Ada,0664 1234567,01 5120000 (Home),keine,"vip, vip","2026-01-02 10:33+02:00"',
      'Bo,keine,,bo@example,,',
      ',0664 1234568,,,,',
      ',,,,lost,',
    ].join('\r\n');
    for (const country of ['AT', 'DE']) {
      const query = { country, keep_unreadable: 'true' };
      const { rows, failed } = await previewed(file, query);
      const answer = await t.http
        .post('/api/clients/import')
        .query(query)
        .set({ ...operator.bearer, 'content-type': 'text/csv' })
        .send(file)
        .expect(200);
      const { rows: stored } = await t.panel.query<object>(
        'select name, phone, other_phones, email, tags, notes, created_at from clients order by name collate "C"',
      );
      const shown = rows
        .map(({ name, phone, other_phones, email, tags, notes, created_at }) => ({
          ...{ name, phone, other_phones, email, tags, notes },
          created_at: new Date(created_at),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      const timeless = (row: object) => ({ ...row, created_at: null });
      // Those without a time have that of the import.
      expect(shown.map(timeless)).toEqual(stored.map(timeless));
      expect(shown.find(({ name }) => name === 'Ada')?.created_at).toEqual(new Date('2026-01-02T08:33:00Z'));
      expect(failed).toEqual((answer.body as { failed: object[] }).failed);
      await t.panel.query('delete from clients');
    }
    expect((await previewed(file, { country: 'DE', keep_unreadable: 'true' })).rows[0]?.phone).toBe(
      '+496641234567',
    );
  });

  it('are five, with those that cannot be used, and nothing is stored', async () => {
    const rows = ['Ada,1', ...Array.from({ length: 30 }, (_, at) => `Client ${at},`)];
    const preview = await previewed(['name,phone', ...rows].join('\n'));
    expect(preview.failed).toEqual([{ row: 2, field: 'phone', code: 'invalid_phone' }]);
    expect(preview.rows.map(({ row, name }) => [row, name])).toEqual([
      [3, 'Client 0'],
      [4, 'Client 1'],
      [5, 'Client 2'],
      [6, 'Client 3'],
    ]);
    expect((await t.panel.query('select from clients')).rowCount).toBe(0);
  });

  it('are refused where an import refuses the file', async () => {
    expectProblem(await send('phone\n1\n'), 400, 'invalid_csv');
    expectProblem(await send('name\nAda\n', { country: 'XX' }), 400, 'invalid_request');
    const viewer = await signIn(t, { role: 'viewer' });
    const refused = t.http.post('/api/clients/import/preview').set(viewer.bearer);
    expectProblem(await refused.set('content-type', 'text/csv').send('name\nAda\n'), 403, 'forbidden');
  });
});
