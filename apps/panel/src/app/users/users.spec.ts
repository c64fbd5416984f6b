import { Component, inject, provideEnvironmentInitializer, signal, type Type } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { HttpTestingController } from '@angular/common/http/testing';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { AuditEventDto, AuthSessionDto, EventDto, MeDto, PageDto, UserDto } from '@groupless/shared-dto';
import { eventually, render, type as typeInto } from '../../testing/render';
import { LiveEvents } from '../data/live-events';
import { Dialogs } from '../ui/dialogs/dialogs';
import { Session } from '../session/session';
import { AuditTrail } from './audit/audit-trail';
import en from './i18n/en.json' with { type: 'json' };
import { InviteDialog } from './invites/invite-dialog';
import { RoleDialog } from './roles/role-dialog';
import { UserDrawer } from './user-drawer';
import { UserList } from './user-list';
import { UserSessions } from './user-sessions';

const SIGHT_PX = 440;
const ADA: UserDto = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  is_active: true,
  totp_enabled: true,
  invited: false,
  last_seen_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
};
const GRACE: UserDto = {
  ...ADA,
  id: 'u2',
  email: 'grace@example.com',
  name: 'Grace',
  role: 'operator',
  invited: true,
  totp_enabled: false,
};
const ALAN: UserDto = { ...GRACE, id: 'u3', name: 'Alan', email: 'alan@example.com', is_active: false };

@Component({ template: '' })
class Nothing {}

/** jsdom lays nothing out: the table's viewport gets a height here. */
beforeAll(() => {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => SIGHT_PX });
  }
});

afterEach(() => document.querySelectorAll('.cdk-overlay-container').forEach((overlay) => overlay.remove()));

const line = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
const page = <Row>(items: Row[]): PageDto<Row> => ({
  items,
  next_cursor: null,
  total: items.length,
  total_is_exact: true,
});

async function start<Screen>(
  component: Type<Screen>,
  inputs: Record<string, unknown> = {},
  answer: (http: HttpTestingController) => void = () => undefined,
) {
  const handlers: ((event: EventDto) => void)[] = [];
  const rendering = render(component, {
    inputs,
    routes: [{ path: '**', component: Nothing }],
    providers: [
      {
        provide: LiveEvents,
        useValue: {
          state: signal('live'),
          onEvent: (_: string[], handler: (event: EventDto) => void) => handlers.push(handler),
        },
      },
      provideEnvironmentInitializer(() => {
        inject(TranslocoService).setTranslation({ users: en }, 'en');
        void inject(Session).show({ ...ADA, locale: 'en', time_zone: 'UTC' } as MeDto);
      }),
    ],
  });
  await pause();
  // What is first shown waits for its answers.
  answer(TestBed.inject(HttpTestingController));
  const rendered = await rendering;
  document.body.append(rendered.element);
  const settle = async () => {
    await pause();
    rendered.fixture.detectChanges();
  };
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((one) => line(one) === name)!;
  const press = async (name: string) => {
    button(name).click();
    await settle();
  };
  return {
    ...rendered,
    settle,
    button,
    press,
    tell: () => handlers.forEach((handler) => handler({ type: 'user.updated', id: null, at: '' })),
  };
}

/** A dialog as the panel opens it. */
async function startDialog(component: Type<unknown>, data?: unknown) {
  const started = await start(Nothing);
  const closed = TestBed.inject(Dialogs).open<UserDto>(component, { data });
  await started.settle();
  const inDialog = () => document.querySelector<HTMLElement>('.cdk-overlay-container')!;
  const choose = async (value: string) => {
    inDialog().querySelector<HTMLInputElement>(`input[type=radio][value=${value}]`)?.click();
    await started.settle();
  };
  return { ...started, closed, inDialog, choose };
}

describe('the list of users', () => {
  const listed = (http: HttpTestingController) => http.expectOne((request) => request.url === '/api/users');
  const open = (users: UserDto[]) => start(UserList, {}, (http) => listed(http).flush(page(users)));

  it('says who may do what, who has yet to come, and who may not any more', async () => {
    const { findAll, settle } = await open([ADA, GRACE, ALAN]);
    await settle();
    await settle();
    const rows = findAll('.body').map((row) => [...row.children].map(line));

    expect(rows).toEqual([
      [expect.stringMatching(/^Ada\s?you$/), 'ada@example.com', 'Admin', 'Active', '–', 'On'],
      ['Grace', 'grace@example.com', 'Operator', 'Invited', '–', 'Off'],
      ['Alan', 'alan@example.com', 'Operator', 'Disabled', '–', 'Off'],
    ]);
  });

  it('is read again when a user changes somewhere else', async () => {
    const { http, tell, settle } = await open([ADA]);
    tell();
    await settle();

    listed(http).flush(page([ADA, GRACE]));
  });
});

describe('inviting', () => {
  it('shows the link once, with a way to copy it', async () => {
    const { http, inDialog, press, settle, choose } = await startDialog(InviteDialog);
    const [name, email] = [...inDialog().querySelectorAll<HTMLInputElement>('input.input')];
    typeInto(name!, 'Grace');
    typeInto(email!, 'grace@example.com');
    await choose('viewer');
    await press('Make the link');
    const sent = http.expectOne('/api/users');
    expect(sent.request.body).toEqual({ name: 'Grace', email: 'grace@example.com', role: 'viewer' });
    sent.flush({ ...GRACE, invite_url: 'https://panel.example/invite#token=t' });
    await settle();

    const link = inDialog().querySelector<HTMLInputElement>('input[readonly]');
    expect(link?.value).toBe('https://panel.example/invite#token=t');
    expect(inDialog().querySelector('[aria-label="Copy the link"]')).not.toBeNull();
    expect(line(inDialog())).toContain('It is shown only now');
  });

  it('says at the email that somebody has it already', async () => {
    const { http, inDialog, press, settle } = await startDialog(InviteDialog);
    const [name, email] = [...inDialog().querySelectorAll<HTMLInputElement>('input.input')];
    typeInto(name!, 'Grace');
    typeInto(email!, 'grace@example.com');
    await press('Make the link');
    http
      .expectOne('/api/users')
      .flush(
        { code: 'email_taken', detail: 'Another user has this email.' },
        { status: 409, statusText: 'Conflict' },
      );
    await settle();

    expect(line(inDialog())).toContain('Another user has this email.');
    expect(name!.value).toBe('Grace');
  });
});

describe('a change of role', () => {
  it('says what it changes before it is made', async () => {
    const { inDialog, choose } = await startDialog(RoleDialog, GRACE);
    await choose('admin');
    expect(line(inDialog().querySelector('.notice'))).toContain('manage users, assistant accounts, keys');
    await choose('viewer');
    expect(line(inDialog().querySelector('.notice'))).toContain('may from now on only look');
  });

  it('says how many keys it cuts', async () => {
    const { http, inDialog, choose, settle } = await startDialog(RoleDialog, GRACE);
    const owner = { id: GRACE.id, name: GRACE.name };
    http.expectOne('/api/settings/keys').flush([
      { scopes: ['memory'], owner },
      { scopes: ['memory', 'panel:read'], owner },
      { scopes: ['panel:read'], owner },
      { scopes: ['agent'], owner },
      { scopes: ['memory'], owner: { ...owner, id: ADA.id } },
      { scopes: ['memory'], owner: null },
    ]);
    await settle();
    const told = () => /open less then: (\d)/.exec(inDialog().textContent ?? '')?.[1];
    await choose('viewer');
    expect(told()).toBe('2');
    await choose('desk');
    expect(told()).toBe('3');
    await choose('admin');
    expect(told()).toBeUndefined();
  });

  it('is not sent while it is the same role: the focus goes to the roles, and the dialog says why', async () => {
    const { http, inDialog, press } = await startDialog(RoleDialog, GRACE);
    await press('Change the role');

    http.expectNone('/api/users/u2');
    expect((document.activeElement as HTMLInputElement).value).toBe('operator');
    expect(line(inDialog().querySelector('.notice-danger'))).toContain('Choose another role');
  });

  it('warns of the loss of one’s own rights', async () => {
    const { inDialog, choose } = await startDialog(RoleDialog, ADA);
    await choose('operator');

    expect(line(inDialog().querySelector('.notice'))).toContain('This is your own role');
  });

  it('closes with the changed user', async () => {
    const { http, choose, press, settle, closed } = await startDialog(RoleDialog, GRACE);
    await choose('viewer');
    await press('Change the role');
    http.expectOne('/api/users/u2').flush({ ...GRACE, role: 'viewer' });
    await settle();

    expect((await closed)?.role).toBe('viewer');
  });

  it('says why the server refuses the last admin’s', async () => {
    const { http, inDialog, choose, press, settle } = await startDialog(RoleDialog, ADA);
    await choose('viewer');
    await press('Change the role');
    http
      .expectOne('/api/users/u1')
      .flush(
        { code: 'last_admin', detail: 'Nobody else could manage the users.' },
        { status: 409, statusText: '' },
      );
    await settle();

    expect(line(inDialog().querySelector('[role=alert]'))).toBe('Nobody else could manage the users.');
  });
});

describe('a user', () => {
  async function open(user: UserDto, admins: UserDto[]) {
    const started = await start(UserDrawer, { id: user.id }, (http) => {
      http.expectOne(`/api/users/${user.id}`).flush(user);
      http
        .expectOne(({ url, params }) => url === '/api/users' && params.get('role') === 'admin')
        .flush(page(admins));
    });
    await started.settle();
    return started;
  }

  it('who was deleted is not there any more, which is no failure', async () => {
    const { text, findAll, settle } = await start(UserDrawer, { id: 'u9' }, (http) => {
      http.expectOne('/api/users/u9').flush({ code: 'not_found' }, { status: 404, statusText: 'Not Found' });
      http.expectOne(({ url }) => url === '/api/users').flush(page([ADA]));
    });

    await settle();

    expect(text()).toContain('This user is not there any more');
    expect(findAll('app-error-panel')).toEqual([]);
  });

  it('who is the only admin can be neither demoted nor disabled nor deleted, and the page says why', async () => {
    const { button, text } = await open(ADA, [ADA]);

    expect(['Change the role', 'Disable', 'Delete'].map((name) => button(name).disabled)).toEqual([
      true,
      true,
      true,
    ]);
    expect(text()).toContain('Ada is the only active admin.');
    expect(document.getElementById(button('Delete').getAttribute('aria-describedby') ?? '')).not.toBeNull();
  });

  it('who is one of several admins can', async () => {
    const { button, text } = await open(ADA, [ADA, GRACE]);

    expect(['Change the role', 'Disable', 'Delete'].map((name) => button(name).disabled)).toEqual([
      false,
      false,
      false,
    ]);
    expect(text()).not.toContain('only active admin');
  });

  /** Answers how many conversations the user looks after, before the question is there. */
  async function counted({ http, settle }: Awaited<ReturnType<typeof open>>, total: number): Promise<void> {
    const asked = ({ url, params }: { url: string; params: { get(name: string): string | null } }) =>
      url === '/api/conversations' && params.get('assigned_to') === 'u2';
    http.expectOne(asked).flush({ ...page([]), total });
    await settle();
  }

  it('says before the end how many conversations are given back', async () => {
    const started = await open(GRACE, [ADA]);
    await started.press('Disable');
    await counted(started, 3);

    expect(document.querySelector('.cdk-overlay-container')?.textContent).toContain(
      'Grace has conversations: 3.',
    );
  });

  it('is deleted only when the email was typed', async () => {
    const started = await open(GRACE, [ADA]);
    const { http, press, settle } = started;
    await press('Delete');
    await counted(started, 0);
    const input = document.querySelector<HTMLInputElement>('#typed-name')!;
    const sure = () =>
      document.querySelector<HTMLButtonElement>('.cdk-overlay-container button[type=submit]')!;
    typeInto(input, 'Grace');
    await settle();
    expect(sure().getAttribute('aria-disabled')).toBe('true');
    sure().click();
    await settle();
    http.expectNone('/api/users/u2?keys=revoke');
    typeInto(input, 'grace@example.com');
    // An Enter that comes before the button is drawn anew counts.
    sure().click();
    await settle();

    expect(http.expectOne('/api/users/u2?keys=revoke').request.method).toBe('DELETE');
  });

  it('is disabled and leaves the API keys that the user made, if that is ticked', async () => {
    const started = await open(GRACE, [ADA]);
    const { http, press, settle } = started;
    await press('Disable');
    await counted(started, 0);
    document.querySelector<HTMLInputElement>('.cdk-overlay-container input[type=checkbox]')!.click();
    await settle();
    document.querySelector<HTMLButtonElement>('.cdk-overlay-container button[type=submit]')!.click();
    await settle();

    expect(http.expectOne('/api/users/u2?keys=keep').request.body).toEqual({ is_active: false });
  });

  it('who is disabled is let in again without a question', async () => {
    const { http, press } = await open(ALAN, [ADA]);
    await press('Enable');

    expect(http.expectOne('/api/users/u3').request.body).toEqual({ is_active: true });
  });

  it('is offered no reset of a second factor that is not on', async () => {
    const { button } = await open(GRACE, [ADA]);

    expect(button('Reset 2FA')).toBeUndefined();
    expect(button('New invitation link')).toBeDefined();
  });
});

describe('the sessions of a user', () => {
  const SESSION: AuthSessionDto = {
    id: 's1',
    current: false,
    ip: '203.0.113.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    created_at: '2026-11-01T09:00:00.000Z',
    last_used_at: '2026-11-20T09:00:00.000Z',
    expires_at: '2026-12-20T09:00:00.000Z',
  };

  it('are ended all at once, after a question', async () => {
    const { http, press, settle, text } = await start(UserSessions, { user: GRACE }, (asked) =>
      asked.expectOne('/api/users/u2/sessions').flush([SESSION]),
    );
    await settle();
    expect(text()).toMatch(/Firefox, Linux Last used .* 203\.0\.113\.7/);
    await press('Sign out everywhere');
    document.querySelector<HTMLButtonElement>('.cdk-overlay-container button[type=submit]')?.click();
    await settle();
    http
      .expectOne(({ method }) => method === 'DELETE')
      .flush(null, { status: 204, statusText: 'No Content' });
    await settle();
    http.expectOne('/api/users/u2/sessions').flush([]);
    await settle();

    expect(text()).toContain('Not logged in anywhere.');
  });
});

describe('the audit trail', () => {
  const EVENT: AuditEventDto = {
    id: 'e1',
    at: '2026-11-20T09:30:00.000Z',
    user: { id: 'u1', name: 'Ada', email: 'ada@example.com' },
    key_name: null,
    key_id: null,
    action: 'client.updated',
    object: 'client:c1',
    object_name: 'Jana',
    ip: '203.0.113.7',
    details: { fields: 'name' },
  };

  const SOME: AuditEventDto[] = [
    EVENT,
    { ...EVENT, id: 'e2', object: 'client:gone', object_name: null },
    { ...EVENT, id: 'e3', object: 'hook:h1', object_name: 'https://hooks.example.com/crm' },
    { ...EVENT, id: 'e4', object: 'conversation:v1', object_name: '+12125550123' },
    { ...EVENT, id: 'e5', object: null, object_name: null },
  ];
  const show = async (...newest: AuditEventDto[]) => {
    const screen = await start(AuditTrail, {}, (http) => {
      http.expectOne(({ url }) => url === '/api/users').flush(page([ADA]));
      http.expectOne(({ url }) => url === '/api/settings/audit').flush(page([...newest, ...SOME]));
    });
    await eventually(() => screen.text().includes('+1 212'));
    return screen;
  };

  it('says to what each thing was done, by its name as long as it is there, and leads there', async () => {
    const { findAll } = await show();
    const objects = findAll('.body app-audit-object').map((object) => [
      line(object),
      object.querySelector('a')?.getAttribute('href') ?? null,
      object.querySelector('[title]')?.getAttribute('title') ?? null,
    ]);

    expect(objects).toEqual([
      ['Jana', '/clients/c1', 'client:c1'],
      ['client:gone', '/clients/gone', 'client:gone'],
      ['https://hooks.example.com/crm', null, 'hook:h1'],
      ['+1 212 555 0123', '/conversations/v1', 'conversation:v1'],
      ['–', null, null],
    ]);
  });

  it('is narrowed to what concerned a client, by name, until that is taken away', async () => {
    const asked: (string | null)[] = [];
    const listed = (http: HttpTestingController) =>
      http
        .match(({ url }) => url === '/api/settings/audit')
        .forEach((request) => {
          asked.push(request.request.params.get('client_id'));
          request.flush(page(SOME));
        });
    const screen = await start(AuditTrail, {}, (http) => {
      http.expectOne(({ url }) => url === '/api/users').flush(page([ADA]));
      listed(http);
    });
    await TestBed.inject(Router).navigateByUrl('/users/audit?client_id=c1');
    await screen.settle();
    await eventually(() => (listed(screen.http), asked.includes('c1')));
    screen.http.expectOne('/api/clients/c1').flush({ id: 'c1', name: 'Jana Nováková' });
    await eventually(() => (screen.fixture.detectChanges(), screen.text().includes('Jana Nováková')));
    const chip = screen.findAll('.object').find((one) => line(one).includes('Jana Nováková'));
    chip?.querySelector('button')?.click();
    await eventually(() => (listed(screen.http), asked.at(-1) !== 'c1'));
    expect(asked.at(-1)).toBeNull();
  });

  it('says that the one who did it is deleted, as they were called then', async () => {
    const { find } = await show({ ...EVENT, id: 'e9', user: { id: 'u9', name: 'Lena', email: null } });
    expect(line(find('.body app-audit-actor'))).toBe('Lena (deleted)');
    expect(find('.body app-audit-actor').querySelector('a')).toBeNull();
  });

  it('has the name and the id of an entry in its dialog', async () => {
    const { findAll, settle } = await show();
    findAll('.body')[0]?.click();
    await eventually(() => document.querySelector('app-audit-dialog') !== null);
    await settle();
    const dialog = line(document.querySelector('app-audit-dialog'));

    expect(dialog).toContain('To whatJana');
    expect(dialog).toContain('Idclient:c1');
    expect(dialog).not.toContain('Id of the key');
  });

  it('has the id of the key with which something was done, since another may have its name', async () => {
    const { findAll } = await show({ ...EVENT, user: null, key_name: 'Agent', key_id: 'k1' });
    findAll('.body')[0]?.click();
    await eventually(() => line(document.querySelector('app-audit-dialog')).includes('Id of the keyk1'));
  });
});
