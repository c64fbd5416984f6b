import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TranslocoTestingModule } from '@jsverse/transloco';
import { firstValueFrom } from 'rxjs';
import { problemInterceptor } from '../http/problem.interceptor';
import { Confirmation } from './confirmation';
import { confirmationInterceptor } from './confirmation.interceptor';

const REFUSED = { status: 403, statusText: 'Forbidden' };
const required = { code: 'confirmation_required', detail: 'Confirm.' };

/** Lets promises that wait for each other get on. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('an action that needs a confirmed session', () => {
  let confirmation: Confirmation;
  let http: HttpTestingController;
  const makeKey = (name: string) =>
    firstValueFrom(TestBed.inject(HttpClient).post('/api/settings/keys', { name }));

  beforeEach(() => {
    TestBed.configureTestingModule({
      imports: [TranslocoTestingModule.forRoot({ langs: { en: {} }, preloadLangs: true })],
      providers: [
        provideHttpClient(withInterceptors([problemInterceptor, confirmationInterceptor])),
        provideHttpClientTesting(),
        provideRouter([]),
      ],
    });
    confirmation = TestBed.inject(Confirmation);
    http = TestBed.inject(HttpTestingController);
  });
  afterEach(() => http.verify());

  it('is repeated as it was once the user has confirmed, several with one question', async () => {
    const made = Promise.all([makeKey('one'), makeKey('two')]);
    for (const request of http.match('/api/settings/keys')) request.flush(required, REFUSED);
    expect(confirmation.isWanted()).toBe(true);

    const wrong = confirmation.confirm({ password: 'wrong' });
    http
      .expectOne('/api/auth/confirm')
      .flush({ code: 'invalid_request' }, { status: 400, statusText: 'Bad' });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
    expect(confirmation.isWanted()).toBe(true);

    const right = confirmation.confirm({ password: 'right' });
    http.expectOne('/api/auth/confirm').flush(null, { status: 204, statusText: 'No Content' });
    await right;
    await moment();
    const repeated = http.match('/api/settings/keys');
    expect(repeated.map(({ request }) => request.body as object)).toEqual([{ name: 'one' }, { name: 'two' }]);
    for (const request of repeated) request.flush({ key: 'gl_x' });
    expect(await made).toEqual([{ key: 'gl_x' }, { key: 'gl_x' }]);
    expect(confirmation.isWanted()).toBe(false);
  });

  it('fails when the user gives it up', async () => {
    const made = makeKey('one');
    http.expectOne('/api/settings/keys').flush(required, REFUSED);
    confirmation.cancel();
    await expect(made).rejects.toMatchObject({ code: 'confirmation_required' });
  });

  it('is not asked for by any other refusal', async () => {
    const made = makeKey('one');
    http.expectOne('/api/settings/keys').flush({ code: 'forbidden' }, REFUSED);
    await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(confirmation.isWanted()).toBe(false);
  });
});
