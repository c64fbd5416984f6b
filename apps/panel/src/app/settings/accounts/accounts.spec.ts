import type { AccountDto } from '@groupless/shared-dto';
import { clearOverlays, line, startDialog, startScreen } from '../../../testing/settings';
import { Accounts } from './accounts';
import en from './i18n/en.json' with { type: 'json' };
import { SessionDialog } from './session-dialog';

const PATH = '/api/assistant-accounts';
const texts = { accounts: en };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const TEAM: AccountDto = {
  id: 'a1',
  name: 'Team 1',
  type: 'teams',
  description: 'The office pays it.',
  tool: null,
  is_active: true,
  has_session: true,
  session_version: 7,
  session_updated_at: inHours(-72),
  session_expires_at: inHours(5),
  session_refresh_expires_at: null,
  identity: null,
  held_by: null,
  created_at: inHours(-100),
  updated_at: inHours(-72),
};
const PRO: AccountDto = {
  ...TEAM,
  id: 'a2',
  name: 'Pro',
  type: 'pro',
  is_active: false,
  session_expires_at: inHours(-2),
};
const NEW: AccountDto = {
  ...TEAM,
  id: 'a3',
  name: 'Team 2',
  is_active: false,
  has_session: false,
  session_version: null,
  session_updated_at: null,
  session_expires_at: null,
};

afterEach(clearOverlays);

async function start(accounts = [TEAM, PRO, NEW]) {
  const screen = await startScreen(Accounts, { texts });
  const list = async (rows: AccountDto[]) => {
    screen.http.expectOne((request) => request.url === PATH && request.method === 'GET').flush(rows);
    await screen.settle();
  };
  await list(accounts);
  const cards = () => screen.findAll('article');
  return { ...screen, list, cards };
}

describe('the assistant accounts', () => {
  it('say which one is active and how each session stands', async () => {
    const { cards } = await start();
    const [team, pro, fresh] = cards().map(line);

    expect(team).toMatch(/Team 1 ?Teams ?Active ?The office pays it\. Session stored 3 days ago/);
    expect(team).toContain('Expires soon');
    expect(pro).toMatch(/Access token expired 2 hours ago ?Expired/);
    expect(fresh).toContain('No session yet');
    expect(team).toContain('assistant-switch use "Team 1"');
  });

  it('show the new active one at once, and go back if it was refused', async () => {
    const { cards, http, settle, list } = await start();
    const active = () =>
      cards()
        .filter((card) => line(card).includes('Active'))
        .map((card) => line(card.querySelector('h2')));
    cards()[1]?.querySelector<HTMLButtonElement>('footer button')?.click();
    await settle();
    expect(active()).toEqual(['Pro']);
    const activation = { code: 'database_unavailable', detail: 'Away.' };
    http.expectOne(`${PATH}/a2/activate`).flush(activation, { status: 503, statusText: 'Away' });
    await settle();
    await list([TEAM, PRO, NEW]);

    expect(active()).toEqual(['Team 1']);
  });

  it('ask before one without a session becomes active', async () => {
    const { cards, settle, http, press } = await start();
    cards()[2]?.querySelector<HTMLButtonElement>('footer button')?.click();
    await settle();
    await settle();
    expect(line(document.querySelector('[role=alertdialog]'))).toContain('It has no session');
    http.expectNone(`${PATH}/a3/activate`);

    await press('Cancel');
    expect(cards().map((card) => line(card).includes('Active'))).toEqual([true, false, false]);
  });

  it('do not let the active one be removed, and say why', async () => {
    const { press } = await start();
    await press('More for Team 1');
    const remove = [...document.querySelectorAll('.menu-item')].find((item) =>
      line(item).startsWith('Remove'),
    );

    expect(remove?.getAttribute('aria-disabled')).toBe('true');
    expect(line(remove)).toContain('set another one active first');
  });

  it('are removed with their session only when the name was typed', async () => {
    const { press, settle, http, button } = await start();
    await press('More for Pro');
    [...document.querySelectorAll<HTMLElement>('.menu-item')]
      .find((item) => line(item) === 'Remove')
      ?.click();
    await settle();
    await settle();
    expect(button('Remove').disabled).toBe(true);
    const typed = document.querySelector<HTMLInputElement>('#typed-name');
    if (typed !== null) typed.value = 'Pro';
    typed?.dispatchEvent(new Event('input', { bubbles: true }));
    await settle();
    await press('Remove');

    expect(http.expectOne(`${PATH}/a2`).request.method).toBe('DELETE');
  });

  it('follow what happens elsewhere', async () => {
    const { tell, settle, list, cards } = await start();
    tell();
    await settle();
    await list([
      { ...TEAM, is_active: false },
      { ...PRO, is_active: true },
    ]);

    expect(cards().map((card) => line(card).includes('Active'))).toEqual([false, true]);
  });
});

describe('storing a session', () => {
  const CANARY = 'canary-token-3141592653';
  const FILE = JSON.stringify({ claudeAiOauth: { accessToken: CANARY, refreshToken: CANARY, expiresAt: 1 } });

  async function paste(text: string) {
    const started = await startDialog<AccountDto>(SessionDialog, { texts, data: TEAM });
    const field = started.dialog().querySelector('textarea')!;
    const event = new Event('paste', { bubbles: true, cancelable: true });
    field.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
    await started.settle();
    return { ...started, field, event };
  }

  it('tells what was recognised and shows no token, not even in the field', async () => {
    const { dialog, field, event } = await paste(FILE);

    expect(line(dialog())).toContain('A session of Claude Code');
    expect(event.defaultPrevented).toBe(true);
    expect(field.value).toBe('');
    expect(document.documentElement.outerHTML).not.toContain(CANARY);
  });

  it('says what is wrong with another text, and sends nothing', async () => {
    const { dialog, button } = await paste('{"oauthAccount":{}}');

    expect(line(dialog())).toContain('This is .claude.json');
    expect(button('Replace the session').disabled).toBe(true);
  });

  it('replaces the version that is known, to the letter', async () => {
    const { press, http, closed } = await paste(FILE);
    await press('Replace the session');
    const sent = http.expectOne(`${PATH}/a1/session`);
    sent.flush({ ...TEAM, session_version: 8 });

    expect(sent.request.headers.get('if-match')).toBe('"7"');
    expect(await textOf(sent.request.body as Blob)).toBe(`{"session_data":${FILE}}`);
    expect((await closed)?.session_version).toBe(8);
  });

  it('asks again when another session was stored meanwhile', async () => {
    const { press, http, settle, dialog } = await paste(FILE);
    await press('Replace the session');
    const stale = { status: 412, statusText: 'Precondition Failed' };
    http.expectOne(`${PATH}/a1/session`).flush({ code: 'version_mismatch' }, stale);
    await settle();
    http.expectOne(`${PATH}/a1`).flush({ ...TEAM, session_version: 9 });
    await settle();
    expect(line(dialog())).toContain('Another session was stored meanwhile');
    await press('Replace the session');

    expect(http.expectOne(`${PATH}/a1/session`).request.headers.get('if-match')).toBe('"9"');
  });
});

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
}
