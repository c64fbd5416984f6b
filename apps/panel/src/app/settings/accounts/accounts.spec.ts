import type { AccountDto, AccountSessionDto } from '@groupless/shared-dto';
import { type as typeInto } from '../../../testing/render';
import { clearOverlays, line, startDialog, startScreen } from '../../../testing/settings';
import { AccountDialog } from './account-dialog';
import { Accounts } from './accounts';
import usage from '../../ui/usage/i18n/en.json' with { type: 'json' };
import en from './i18n/en.json' with { type: 'json' };
import { SessionDialog } from './sessions/session-dialog';
import { SessionHistory } from './sessions/session-history';

const PATH = '/api/assistant-accounts';
const texts = { accounts: en, usage };
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
  owner: null,
  held_by: null,
  activated_at: '2026-11-19T08:00:00.000Z',
  usage: null,
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

const withUse = (account: AccountDto, five_hour: number, seven_day: number): AccountDto => ({
  ...account,
  usage: {
    at: inHours(-0.105),
    machine: 'ada-laptop',
    is_caller: null,
    windows: [
      { name: 'seven_day', used_percent: seven_day, resets_at: inHours(48) },
      { name: 'five_hour', used_percent: five_hour, resets_at: inHours(2.5) },
    ],
  },
});

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

  it('show how much of their limits is used, when and where that was read, and the last 30 days', async () => {
    const { cards, http, settle } = await start([withUse(TEAM, 82, 40), PRO]);
    http.expectOne(`${PATH}/a1/usage`).flush([
      { at: inHours(-24), name: 'five_hour', used_percent: 60 },
      { at: inHours(-0.1), name: 'five_hour', used_percent: 82 },
    ]);
    await settle();
    const [team, pro] = cards().map((card) => line(card));

    expect(team).toMatch(/Five hours ?82% resets in 2 hours/);
    expect(team).toMatch(/Week ?40% resets in 2 days/);
    expect(team).toContain('Read 6 minutes ago on ada-laptop');
    const [course] = [...(cards()[0]?.querySelectorAll('app-sparkline svg') ?? [])];
    expect(course?.getAttribute('aria-label')).toMatch(/^Five hours: .*–, 60%, 82%$/);
    expect(pro).toContain('Use of the limits: not reported.');
    expect(pro).not.toContain('0%');
    http.expectNone(`${PATH}/a2/usage`);
  });

  it('are left for the one of the same tool with most room where the active one is full', async () => {
    const other = withUse({ ...PRO, name: 'Team 2' }, 3, 2);
    const codex = withUse({ ...PRO, id: 'a4', name: 'Codex 1', tool: 'codex' }, 1, 1);
    const { cards, http, button, settle, list } = await start([withUse(TEAM, 20, 100), other, codex]);
    expect(cards().filter((card) => line(card).includes('Switch to “'))).toEqual([cards()[0]]);
    button('Switch to “Team 2” (3% used)').click();
    await settle();
    http.expectOne({ method: 'POST', url: `${PATH}/a2/activate` }).flush(other);
    await settle();
    await list([
      { ...TEAM, is_active: false },
      { ...other, is_active: true },
    ]);

    expect(cards().map((card) => line(card).includes('Active'))).toEqual([false, true]);
  });

  it.each([
    ['the active one has room', [withUse(TEAM, 94, 10), withUse(PRO, 3, 2)]],
    ['nobody has reported another', [withUse(TEAM, 100, 10), PRO]],
    ['all are full', [withUse(TEAM, 100, 10), withUse(PRO, 96, 2)]],
    ['the others are of another tool', [withUse(TEAM, 100, 10), withUse({ ...PRO, tool: 'codex' }, 3, 2)]],
  ])('offer no other one where %s', async (_, accounts) => {
    expect((await start(accounts)).text()).not.toContain('Switch to “');
  });

  it('stand by their tool where there are several', async () => {
    const { findAll } = await start([{ ...TEAM, tool: 'codex' }, PRO]);
    expect(
      findAll('ul[aria-label]').map((list) => [
        list.getAttribute('aria-label'),
        line(list.querySelector('h2')),
      ]),
    ).toEqual([
      ['Accounts of Claude Code', 'Pro'],
      ['Accounts of Codex', 'Team 1'],
    ]);
  });

  it('stand in one list for who has one tool', async () => {
    expect((await start([TEAM, PRO])).findAll('ul[aria-label]')).toEqual([]);
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

  it('are changed in what was changed here alone: a first session may tell the tool meanwhile', async () => {
    const { http, press, settle, closed } = await startDialog<AccountDto>(AccountDialog, {
      texts,
      data: TEAM,
    });
    const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea');
    if (field === null) throw new Error('There is no description.');
    typeInto(field, 'Ada pays it.');
    await settle();
    await press('Save');
    const request = http.expectOne({ method: 'PATCH', url: `${PATH}/a1` });
    expect(request.request.body).toEqual({ description: 'Ada pays it.' });
    request.flush({ ...TEAM, tool: 'codex' });

    expect(await closed).toMatchObject({ tool: 'codex' });
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
    expect(button('Remove').getAttribute('aria-disabled')).toBe('true');
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

describe('what the accounts’ screen tells', () => {
  it('names the tool, whose session it is, and the machine that holds it', async () => {
    const held_by = { machine: 'ada-laptop', since: inHours(-3), is_caller: null, also_called: null };
    const held_by_one = { ...held_by, id_end: '4f3a21bc' };
    const { cards } = await start([
      { ...TEAM, tool: 'claude_code', owner: 'ada@firm.com (Ops)', held_by: held_by_one },
      { ...TEAM, id: 'other', is_active: false, held_by: { ...held_by, id_end: '09de77aa' } },
      { ...TEAM, id: 'older', is_active: false, held_by: { ...held_by, id_end: null } },
    ]);

    expect(line(cards()[0])).toContain('TeamsClaude Code');
    expect(line(cards()[0])).toContain('Account: ada@firm.com (Ops)');
    expect(line(cards()[0])).toContain('On ada-laptop (id …4f3a21bc) · handed over 3 hours ago');
    expect(line(cards()[1])).toContain('On ada-laptop (id …09de77aa) · handed over 3 hours ago');
    expect(line(cards()[2])).toContain('On ada-laptop · handed over 3 hours ago');
  });

  it('has the three commands with the address of this panel, each to copy', async () => {
    const { findAll } = await start();
    const commands = findAll('app-account-notes app-command-line').map((one) => [
      line(one.querySelector('code')),
      one.querySelector('app-copy-button') !== null,
    ]);

    expect(commands).toEqual([
      [`npm install --global ${location.origin}/install/assistant-cli.tgz`, true],
      [`assistant-switch login ${location.origin}`, true],
      ['assistant-switch use "Team 1"', true],
    ]);
  });

  it('stays on the screen when it cannot be read again', async () => {
    const { cards, tell, settle, http, findAll } = await start();
    tell();
    await settle();
    const away = { status: 503, statusText: 'Away' };
    http.expectOne(PATH).flush({ code: 'database_unavailable', detail: 'Away.' }, away);
    await settle();

    expect(findAll('app-error-panel')).toHaveLength(1);
    expect(cards()).toHaveLength(3);
  });
});

describe('the last sessions of an account', () => {
  const SESSION: AccountSessionDto = {
    version: 7,
    is_current: true,
    stored_at: inHours(-1),
    stored_by: 'Laptop key',
    machine: 'ada-laptop',
    expires_at: inHours(5),
    refresh_expires_at: null,
    identity: 'ada',
    owner: null,
    restored_from: null,
  };
  const OTHER = {
    ...SESSION,
    version: 5,
    is_current: false,
    machine: null,
    identity: 'bob',
    stored_by: null,
  };
  const SESSIONS = `${PATH}/a1/sessions`;

  async function open() {
    const started = await startDialog<undefined>(SessionHistory, { texts, data: TEAM });
    const list = async (sessions: AccountSessionDto[]) => {
      started.http.expectOne(SESSIONS).flush(sessions);
      await started.settle();
    };
    await list([SESSION, OTHER]);
    return { ...started, list };
  }

  it('say by whom, on which machine, and whose', async () => {
    const { dialog } = await open();
    const [present, other] = [...dialog().querySelectorAll('li')].map(line);

    expect(present).toMatch(/version 7 ?1 hour ago ?present ?by Laptop key ?on ada-laptop/);
    expect(present).not.toContain('Put back');
    expect(other).toContain('another login');
  });

  it('are put back when that is confirmed, and then read again', async () => {
    const { press, http, settle, list } = await open();
    await press('Put back: version 5');
    await settle();
    http.expectNone(`${SESSIONS}/5/restore`);
    expect(line(document.querySelector('[role=alertdialog]'))).toContain('Put version 5 back?');
    [...document.querySelectorAll<HTMLElement>('[role=alertdialog] .foot button')].at(-1)?.click();
    await settle();
    const sent = http.expectOne(`${SESSIONS}/5/restore`);
    expect(sent.request.method).toBe('POST');
    sent.flush({ ...TEAM, session_version: 8 });
    await settle();
    await list([{ ...OTHER, version: 8, is_current: true, restored_from: 5 }]);

    expect(line(document.querySelector('.cdk-overlay-container'))).toContain('put back from version 5');
  });
});

describe('storing a session', () => {
  const CANARY = 'canary-token-3141592653';
  const FILE = JSON.stringify({ claudeAiOauth: { accessToken: CANARY, refreshToken: CANARY, expiresAt: 1 } });

  async function paste(text: string, tool: AccountDto['tool'] = null) {
    const started = await startDialog<AccountDto>(SessionDialog, { texts, data: { ...TEAM, tool } });
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
    const { dialog, field, press, http } = await paste('{"oauthAccount":{}}');
    await press('Replace the session');

    expect(line(dialog())).toContain('This is .claude.json');
    expect(document.activeElement).toBe(field);
    http.expectNone(`${PATH}/a1/session`);
  });

  it('asks for the credentials where none were given', async () => {
    const { dialog, settle, press, http } = await startDialog<AccountDto>(SessionDialog, {
      texts,
      data: TEAM,
    });
    await press('Replace the session');
    await settle();

    expect(line(dialog())).toContain('Paste the credentials, or choose their file.');
    expect(document.activeElement).toBe(dialog().querySelector('textarea'));
    http.expectNone(`${PATH}/a1/session`);
  });

  it.each([
    ['empty', '{}', null, 'it holds no session'],
    ['half', '{"claudeAiOauth":{"accessToken":"a"}}', null, 'claudeAiOauth.refreshToken'],
    ['wiped', '{"claudeAiOauth":{"accessToken":"","refreshToken":""}}', null, 'logged out'],
    ['of another tool', '{"OPENAI_API_KEY":"sk"}', 'claude_code', 'not one of Claude Code'],
    ['truncated', FILE.slice(0, -5), null, 'not whole JSON'],
    ['not JSON', 'sk-ant-oat01', null, 'not whole JSON'],
  ] as const)('refuses one that is faulty, and sends nothing: %s', async (_, text, tool, why) => {
    const { dialog, press, http } = await paste(text, tool);
    await press('Replace the session');

    expect(line(dialog())).toContain(why);
    http.expectNone(`${PATH}/a1/session`);
  });

  it.each([
    ['account_identity_mismatch', 'belongs to another login'],
    ['older_session', 'is older than the one'],
  ])('asks for the name of the account before it forces: %s', async (code, why) => {
    const { press, http, settle, dialog } = await paste(FILE);
    await press('Replace the session');
    http.expectOne(`${PATH}/a1/session`).flush({ code }, { status: 409, statusText: 'Conflict' });
    await settle();
    expect(line(dialog())).toContain(why);
    await press('Store it anyway');
    http.expectNone(`${PATH}/a1/session?force=true`);
    const field = dialog().querySelector<HTMLInputElement>('#force-name')!;
    expect(document.activeElement).toBe(field);
    field.value = 'Team 1';
    field.dispatchEvent(new Event('input'));
    await settle();
    await press('Store it anyway');

    http.expectOne(`${PATH}/a1/session?force=true`).flush({ ...TEAM, session_version: 8 });
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
