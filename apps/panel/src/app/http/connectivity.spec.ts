import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { provideHttpClient } from '@angular/common/http';
import { TestBed } from '@angular/core/testing';
import { Connectivity } from './connectivity';

const READY = '/api/health/ready';
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

function start() {
  TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  return { connectivity: TestBed.inject(Connectivity), http: TestBed.inject(HttpTestingController) };
}

describe('the connection to the API', () => {
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
