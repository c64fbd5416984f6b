import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { DestroyRef } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TranslocoTestingModule } from '@jsverse/transloco';
import { firstValueFrom } from 'rxjs';
import type { MeDto, SignedInDto } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { problemInterceptor } from '../http/problem.interceptor';
import { bearerInterceptor } from './bearer.interceptor';
import { Me } from './me';
import { Page } from './page';
import { safeReturn } from './safe-return';
import { Session } from './session';
import { Unsaved } from './unsaved';

const ADA: MeDto = {
  id: '0199',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'operator',
  is_active: true,
  totp_enabled: false,
  invited: false,
  last_seen_at: null,
  created_at: '2026-11-20T09:30:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
  locale: 'en',
  time_zone: 'UTC',
  theme: 'dark',
  density: 'compact',
  formats: null,
  is_away: false,
};
const signedIn = (access_token: string): SignedInDto => ({ access_token, expires_in: 600, user: ADA });
const OVER = { status: 401, statusText: 'Unauthorized' };
const unauthenticated = { code: 'unauthenticated', detail: 'Log in.' };

/** Lets promises that wait for each other get on. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the session', () => {
  let session: Session;
  let http: HttpTestingController;
  const read = () => firstValueFrom(TestBed.inject(HttpClient).get('/api/clients'));

  const opened: string[] = [];
  /** As the other tabs of the browser hear and tell it. */
  let otherTab: BroadcastChannel;
  const tellFromAnotherTab = async (signedIn: string | null) => {
    otherTab.postMessage({ signed_in: signedIn });
    await new Promise((resolve) => setTimeout(resolve, 50));
  };

  beforeEach(async () => {
    opened.length = 0;
    otherTab = new BroadcastChannel('groupless.session');
    TestBed.configureTestingModule({
      imports: [TranslocoTestingModule.forRoot({ langs: { en: {} }, preloadLangs: true })],
      providers: [
        provideHttpClient(withInterceptors([problemInterceptor, bearerInterceptor])),
        provideHttpClientTesting(),
        provideRouter([{ path: '**', children: [] }]),
        { provide: Page, useValue: { open: (address: string) => opened.push(address) } },
      ],
    });
    session = TestBed.inject(Session);
    http = TestBed.inject(HttpTestingController);
    const loggingIn = session.logIn({ email: 'ada@example.com', password: 'x' });
    http.expectOne('/api/auth/login').flush(signedIn('first'), { headers: { 'last-event-id': 'a-1' } });
    await loggingIn;
  });
  afterEach(() => {
    http.verify();
    otherTab.close();
    localStorage.clear();
  });

  it('knows where the live events stood when it began', () => {
    expect(session.lastEventId).toBe('a-1');
  });

  it('takes over the user’s looks', () => {
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.dataset['density']).toBe('compact');
  });

  it('knows what the role may do', () => {
    expect(['viewer', 'desk', 'operator', 'admin'].map((role) => session.may(role as MeDto['role']))).toEqual(
      [true, true, true, false],
    );
  });

  it('keeps the token out of every storage', () => {
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
      'first',
    );
  });

  it('shows the token to the API and to nobody else', async () => {
    void read();
    void firstValueFrom(TestBed.inject(HttpClient).get('https://example.com/api/clients'));
    await moment();

    expect(http.expectOne('/api/clients').request.headers.get('authorization')).toBe('Bearer first');
    expect(http.expectOne('https://example.com/api/clients').request.headers.has('authorization')).toBe(
      false,
    );
  });

  it('gets one new token for all requests that were refused, and repeats each', async () => {
    const answers = Promise.all([read(), read()]);
    await moment();
    for (const request of http.match('/api/clients')) request.flush(unauthenticated, OVER);
    await moment();
    http.expectOne('/api/auth/refresh').flush(signedIn('second'));
    await moment();
    const repeated = http.match('/api/clients');
    expect(repeated.map(({ request }) => request.headers.get('authorization'))).toEqual([
      'Bearer second',
      'Bearer second',
    ]);
    for (const request of repeated) request.flush([]);

    expect(await answers).toEqual([[], []]);
  });

  it('holds a request until the user is back, when the session is over', async () => {
    const answer = read();
    await moment();
    http.expectOne('/api/clients').flush(unauthenticated, OVER);
    await moment();
    http.expectOne('/api/auth/refresh').flush(unauthenticated, OVER);
    await moment();
    expect(session.isLost()).toBe(true);
    expect(session.user()?.name).toBe('Ada');

    const again = session.logIn({ email: 'ada@example.com', password: 'x' });
    http.expectOne('/api/auth/login').flush(signedIn('third'));
    await again;
    await moment();
    http.expectOne('/api/clients').flush(['kept']);

    expect(await answer).toEqual(['kept']);
    expect(session.isLost()).toBe(false);
  });

  it('leaves other refusals to whoever asked', async () => {
    const answer = read().catch((error: unknown) => error);
    await moment();
    http
      .expectOne('/api/clients')
      .flush({ code: 'forbidden', detail: 'No.' }, { status: 403, statusText: 'Forbidden' });

    expect(isProblem(await answer, 'forbidden')).toBe(true);
  });

  it('is over after the log-out, whatever the server says, and leaves the page', async () => {
    const leaving = session.logOut();
    http.expectOne('/api/auth/logout').flush(null, { status: 503, statusText: 'Away' });
    await leaving;

    expect(session.user()).toBeNull();
    expect(await session.freshToken()).toBe('');
    expect(opened).toEqual(['/login']);
  });

  it('waits for a server that does not answer a log-out a moment only', async () => {
    const leaving = session.logOut();
    const asked = http.expectOne('/api/auth/logout');
    await leaving;

    expect(opened).toEqual(['/login']);
    asked.flush(null);
  });

  it('tells the server of a log-out that it has not heard of before it asks for a session', async () => {
    const leaving = session.logOut();
    http.expectOne('/api/auth/logout').error(new ProgressEvent('error'));
    await leaving;
    const asking = session.refresh();
    await moment();
    http.expectNone('/api/auth/refresh');
    http.expectOne('/api/auth/logout').flush(null);
    await moment();
    http.expectOne('/api/auth/refresh').flush(unauthenticated, OVER);

    expect(await asking).toBe(false);
  });

  it('asks for no session while the server cannot be told of a log-out', async () => {
    const leaving = session.logOut();
    http.expectOne('/api/auth/logout').error(new ProgressEvent('error'));
    await leaving;
    const asking = session.refresh().catch((error: unknown) => error);
    await moment();
    http.expectOne('/api/auth/logout').error(new ProgressEvent('error'));

    expect(isProblem(await asking, 'no_connection')).toBe(true);
  });

  it('ends the requests that wait for the user when the user leaves', async () => {
    const answer = read().catch((error: unknown) => error);
    await moment();
    http.expectOne('/api/clients').flush(unauthenticated, OVER);
    await moment();
    http.expectOne('/api/auth/refresh').flush(unauthenticated, OVER);
    await moment();
    const leaving = session.logOut();
    http.expectOne('/api/auth/logout').flush(null);
    await leaving;

    expect(isProblem(await answer, 'unauthenticated')).toBe(true);
  });

  it('leaves the page when another tab logs out', async () => {
    await tellFromAnotherTab(null);

    expect(session.user()).toBeNull();
    expect(opened).toEqual(['/login']);
  });

  it('leaves the page when somebody else signs in in another tab', async () => {
    await tellFromAnotherTab('somebody-else');

    expect(session.user()).toBeNull();
    expect(opened).toEqual(['/']);
  });

  it('stays, covered, while something is typed, until the same user is back', async () => {
    let isTyped = true;
    const holder = { isUnsaved: () => isTyped, text: () => 'unsaved.text', route: null };
    TestBed.inject(Unsaved).hold(holder, TestBed.inject(DestroyRef));
    await tellFromAnotherTab(null);
    expect(session.isLost()).toBe(true);
    expect(session.isEndedElsewhere()).toBe(true);
    expect(await session.freshToken()).toBe('');
    expect(opened).toEqual([]);

    await tellFromAnotherTab('0199');
    http.expectOne('/api/auth/refresh').flush(signedIn('next'));
    await moment();
    expect(session.isLost()).toBe(false);
    expect(session.isEndedElsewhere()).toBe(false);
    isTyped = false;
  });

  it('shows nothing of the user before to the next one, whatever is typed', async () => {
    const holder = { isUnsaved: () => true, text: () => 'unsaved.text', route: null };
    TestBed.inject(Unsaved).hold(holder, TestBed.inject(DestroyRef));
    await tellFromAnotherTab(null);
    await tellFromAnotherTab('0200');
    http.expectOne('/api/auth/refresh').flush({ ...signedIn('theirs'), user: { ...ADA, id: '0200' } });
    await moment();

    expect(session.user()).toBeNull();
    expect(await session.freshToken()).toBe('');
    expect(opened).toEqual(['/']);
    expect(TestBed.inject(Unsaved).isThere()).toBe(false);
  });

  it('saves quick choices in their order, and takes back only the one that failed', async () => {
    const me = TestBed.inject(Me);
    const first = me.change({ theme: 'light' }).catch((error: unknown) => error);
    const second = me.change({ density: 'comfortable' });
    await moment();
    http
      .expectOne('/api/auth/me')
      .flush({ code: 'internal_error', detail: 'No.' }, { status: 500, statusText: '' });
    await moment();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    const later = http.expectOne('/api/auth/me');
    expect(later.request.body).toEqual({ density: 'comfortable' });
    expect(document.documentElement.dataset['density']).toBe('comfortable');
    later.flush({ ...ADA, density: 'comfortable' });
    await second;

    expect(isProblem(await first, 'internal_error')).toBe(true);
    expect(me.user()?.density).toBe('comfortable');
  });

  it.each(['/login', '/invite', '/forgot', '/reset'])(
    'asks for no session on %s where nobody has signed in, and index.html knows that too',
    async (path) => {
      localStorage.clear();
      history.replaceState(null, '', path);
      await session.restore();
      http.expectNone('/api/auth/refresh');
      history.replaceState(null, '', '/');
      const [, listed] =
        /isPublic = \[(.*)\]/.exec(readFileSync(join(process.cwd(), 'apps/panel/src/index.html'), 'utf8')) ??
        [];
      expect(listed).toContain(`'${path}'`);
    },
  );
});

describe('the way back', () => {
  it.each([
    ['/clients/1?tab=notes', '/clients/1?tab=notes'],
    [undefined, '/'],
    ['https://example.com/', '/'],
    ['//example.com/', '/'],
    ['/\\example.com', '/'],
    ['javascript:alert(1)', '/'],
    ['/login?return=/login', '/'],
  ])('from %s leads to %s', (asked, leadsTo) => {
    expect(safeReturn(asked)).toBe(leadsTo);
  });
});
