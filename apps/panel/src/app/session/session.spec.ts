import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TranslocoTestingModule } from '@jsverse/transloco';
import { firstValueFrom } from 'rxjs';
import type { MeDto, SignedInDto } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { problemInterceptor } from '../http/problem.interceptor';
import { bearerInterceptor } from './bearer.interceptor';
import { safeReturn, Session } from './session';

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

  beforeEach(async () => {
    TestBed.configureTestingModule({
      imports: [TranslocoTestingModule.forRoot({ langs: { en: {} }, preloadLangs: true })],
      providers: [
        provideHttpClient(withInterceptors([problemInterceptor, bearerInterceptor])),
        provideHttpClientTesting(),
        provideRouter([{ path: '**', children: [] }]),
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
    localStorage.clear();
  });

  it('knows where the live events stood when it began', () => {
    expect(session.last_event_id).toBe('a-1');
  });

  it('takes over the user’s looks', () => {
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(document.documentElement.dataset['density']).toBe('compact');
  });

  it('knows what the role may do', () => {
    expect(['viewer', 'operator', 'admin'].map((role) => session.may(role as MeDto['role']))).toEqual([
      true,
      true,
      false,
    ]);
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

  it('is over after the log-out, whatever the server says', async () => {
    const leaving = session.logOut();
    http.expectOne('/api/auth/logout').flush(null, { status: 503, statusText: 'Away' });
    await leaving;

    expect(session.user()).toBeNull();
    expect(await session.freshToken()).toBe('');
  });
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
