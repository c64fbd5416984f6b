import type { ApiKeyDto, CreateApiKeyDto } from '@groupless/shared-dto';
import { choose, type as typeInto } from '../../../testing/render';
import { clearOverlays, line, startDialog, startScreen } from '../../../testing/settings';
import { ApiKeys } from './api-keys';
import en from './i18n/en.json' with { type: 'json' };
import { NewKeyDialog } from './new-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';

const PATH = '/api/settings/keys';
const texts = { 'api-keys': en };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const KEY: ApiKeyDto = {
  id: 'k1',
  name: 'Website',
  scopes: ['agent', 'panel:read'],
  prefix: 'gl_abc',
  expires_at: inDays(60),
  created_at: inDays(-30),
  last_used_at: null,
  owner: null,
};

afterEach(clearOverlays);

describe('the API keys', () => {
  async function start(keys: ApiKeyDto[]) {
    const screen = await startScreen(ApiKeys, { texts });
    screen.http.expectOne(PATH).flush(keys);
    screen.http.expectOne('/api/settings/memory').flush({ turns: 'team', is_chosen: false });
    await screen.settle();
    return screen;
  }

  it('show what they open, and mark those that end', async () => {
    const { findAll } = await start([
      KEY,
      { ...KEY, id: 'k2', name: 'Soon', expires_at: inDays(3) },
      { ...KEY, id: 'k3', name: 'Over', expires_at: inDays(-3) },
    ]);
    const [website, soon, over] = findAll('ul.card > li').map(line);

    expect(website).toMatch(/Website ?Begins with gl_abc… ?agent ?panel:read/);
    expect(website).toContain('Last used Never');
    expect(website).not.toContain('Expires soon');
    expect(soon).toContain('Expires soon');
    expect(over).toMatch(/Over ?Expired/);
  });

  it('say for whom they are, and ask whose the turns are while nobody has decided', async () => {
    const owner = { id: 'u1', name: 'Ada' };
    const { findAll, text, http, settle } = await start([{ ...KEY, scopes: ['memory'], owner }]);
    expect(line(findAll('ul.card > li')[0])).toMatch(/For ?Ada/);
    expect(text()).toContain('Decide whose it is.');
    (findAll('input[type=radio]')[0] as HTMLInputElement | undefined)?.click();
    const chosen = http.expectOne('/api/settings/memory');
    expect([chosen.request.method, chosen.request.body]).toEqual(['PUT', { turns: 'own' }]);
    chosen.flush({ turns: 'own', is_chosen: true });
    await settle();
    expect(text()).not.toContain('Decide whose it is.');
  });

  it('show whose the turns are as it is stored, also after a choice that failed', async () => {
    const { findAll, http, settle } = await start([KEY]);
    const radios = () => (findAll('input[type=radio]') as HTMLInputElement[]).map((one) => one.checked);
    findAll('input[type=radio]')[0]!.click();
    await settle();
    http.expectOne({ method: 'PUT', url: '/api/settings/memory' }).flush('', { status: 500, statusText: '' });
    await settle();
    http.match('/api/settings/memory').at(-1)?.flush({ turns: 'team', is_chosen: false });
    await settle();
    expect(radios()).toEqual([false, false]);
  });

  it('show whose the turns are also before anybody has chosen', async () => {
    const { findAll, http, settle } = await start([KEY]);
    findAll('input[type=radio]')[0]!.click();
    await settle();
    http.expectOne({ method: 'PUT', url: '/api/settings/memory' }).flush({ turns: 'own', is_chosen: false });
    await settle();
    expect((findAll('input[type=radio]') as HTMLInputElement[]).map((one) => one.checked)).toEqual([
      true,
      false,
    ]);
  });

  it('say what they are for while there are none', async () => {
    expect((await start([])).text()).toContain('No keys yet');
  });

  it('are revoked after a question', async () => {
    const { press, http, settle } = await start([KEY]);
    await press('Revoke Website');
    await settle();
    http.expectNone(`${PATH}/k1`);
    document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click();
    await settle();

    expect(http.expectOne(`${PATH}/k1`).request.method).toBe('DELETE');
  });

  it('are rotated, for which the question is asked first', async () => {
    const { press, http, settle } = await start([KEY]);
    await press('Rotate Website');
    await settle();
    http.expectNone(`${PATH}/k1/rotate`);
    expect(line(document.querySelector('.cdk-overlay-container'))).toContain('Rotate “Website”');
  });

  it('whose reading failed say why', async () => {
    const screen = await startScreen(ApiKeys, { texts });
    const answer = { code: 'database_unavailable', detail: 'The database is away.' };
    screen.http.expectOne(PATH).flush(answer, { status: 503, statusText: 'Away' });
    await screen.settle();

    expect(screen.text()).toContain('The database does not answer.');
  });
});

describe('a new key', () => {
  it('needs a scope', async () => {
    const { dialog, press, http } = await startDialog(NewKeyDialog, { texts });
    typeInto(dialog().querySelector('input')!, 'Website');
    await press('Make the key');

    http.expectNone(PATH);
    expect(line(dialog())).toContain('Choose at least one.');
  });

  it('of the memory is for whom is chosen', async () => {
    const { dialog, press, http, settle } = await startDialog(NewKeyDialog, { texts });
    typeInto(dialog().querySelector('input')!, 'Laptop');
    for (const box of dialog().querySelectorAll<HTMLInputElement>('input[type=checkbox]'))
      if (line(box.parentElement).startsWith('memory')) box.click();
    await settle();
    const user = { id: 'u2', name: 'Ben', is_active: true };
    http.expectOne(({ url }) => url === '/api/users').flush({ items: [user], next_cursor: null, total: 1 });
    await settle();
    const select = dialog().querySelector('select')!;
    expect(line(select)).toContain('Ben');
    choose(select, 'u2');
    await settle();
    await press('Make the key');
    expect(http.expectOne(PATH).request.body).toMatchObject({ scopes: ['memory'], owner_id: 'u2' });
  });

  it('is shown once, and not closed by Escape', async () => {
    const { dialog, press, http, settle } = await startDialog(NewKeyDialog, { texts });
    typeInto(dialog().querySelector('input')!, 'Website');
    for (const box of dialog().querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
      if (line(box.parentElement).startsWith('agent')) box.click();
    }
    await settle();
    await press('Make the key');
    const made = http.expectOne(PATH);
    const { scopes, ...lifetime } = made.request.body as CreateApiKeyDto;
    expect(scopes).toEqual(['agent']);
    // The server counts: the clock of this machine may be wrong.
    expect(lifetime).toEqual({ name: 'Website', days: 90 });
    made.flush({ ...KEY, key: 'gl_abc_whole-key' });
    await settle();
    dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settle();

    expect(line(dialog())).toContain('gl_abc_whole-key');
    expect(line(dialog())).toContain('shown this once');
    await press('I have kept it');
    expect(document.documentElement.outerHTML).not.toContain('gl_abc_whole-key');
  });
});

describe('the rotation of a key', () => {
  it.each(['0', '24', '168'])('is shown once, and the former one works for %s hours', async (hours) => {
    const { dialog, press, http, settle } = await startDialog(RotateKeyDialog, { texts, data: KEY });
    choose(dialog().querySelector('select')!, hours);
    await settle();
    await press('Rotate');
    const sent = http.expectOne({ method: 'POST', url: `${PATH}/k1/rotate` });
    expect(sent.request.body).toEqual({ overlap_hours: Number(hours) });
    sent.flush({ ...KEY, key: 'gl_abc_new-text' });
    await settle();
    dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settle();
    expect(line(dialog())).toContain('gl_abc_new-text');
    expect(line(dialog())).toContain('shown this once');
    await press('I have kept it');
    expect(document.documentElement.outerHTML).not.toContain('gl_abc_new-text');
  });
});
