import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import { Connectivity } from './connectivity';
import { connectivityInterceptor } from './connectivity.interceptor';

const READY = '/api/health/ready';
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

function start() {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  return { connectivity: TestBed.inject(Connectivity), http: TestBed.inject(HttpTestingController) };
}

describe('the connection to the API', () => {
  it.each([
    ['no answer', 0, null, true],
    ['a proxy that has no server', 502, '<h1>Bad gateway</h1>', true],
    ['a proxy that says 503', 503, '<h1>Unavailable</h1>', true],
    ['the API that is overloaded for one request', 503, { code: 'overloaded', detail: 'Too much.' }, false],
    ['the same for a file', 503, new TextEncoder().encode('{"code":"overloaded"}').buffer, false],
  ])('is told by %s whether it is lost', async (_, status, body, isAway) => {
    TestBed.configureTestingModule({
      providers: [provideHttpClient(withInterceptors([connectivityInterceptor])), provideHttpClientTesting()],
    });
    const http = TestBed.inject(HttpTestingController);
    TestBed.inject(HttpClient)
      .get('/api/clients', body instanceof ArrayBuffer ? { responseType: 'arraybuffer' as never } : {})
      .subscribe({ error: () => undefined });
    const request = http.expectOne('/api/clients');
    if (status === 0) request.error(new ProgressEvent('error'));
    else request.flush(body, { status, statusText: 'No' });
    await pause();

    expect(TestBed.inject(Connectivity).isAway()).toBe(isAway);
  });

  it('is asked for at once when the browser is online again, and counts each return', async () => {
    const { connectivity, http } = start();
    connectivity.lost();
    expect(connectivity.isAway()).toBe(true);
    dispatchEvent(new Event('online'));
    http.expectOne(READY).flush({});
    await pause();

    expect([connectivity.isAway(), connectivity.cameBack()]).toEqual([false, 1]);
  });

  it('stays lost while the question is not answered', async () => {
    const { connectivity, http } = start();
    connectivity.lost();
    const asked = connectivity.check();
    void connectivity.check();
    http.expectOne(READY).flush(null, { status: 503, statusText: 'Away' });
    await asked;

    expect([connectivity.isAway(), connectivity.cameBack()]).toEqual([true, 0]);
  });

  it('is not asked for while it is there', () => {
    const { connectivity, http } = start();
    connectivity.answered();

    http.expectNone(READY);
  });
});
