import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { defer, firstValueFrom, of } from 'rxjs';
import { IdlePreloading } from './idle-preloading';
import { Session } from './session/session';

const PAUSE_MS = 8_000;

describe('the code of other screens', () => {
  const user_id = signal<string | null>('u1');
  let connection: { saveData?: boolean; effectiveType?: string };
  beforeEach(() => {
    connection = {};
    Object.defineProperty(navigator, 'connection', { configurable: true, get: () => connection });
    user_id.set('u1');
    TestBed.configureTestingModule({ providers: [{ provide: Session, useValue: { user_id } }] });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

  /** When each of the loads began, in milliseconds from the navigation. */
  async function preload(...loads: (() => Promise<unknown>)[]): Promise<number[]> {
    const strategy = TestBed.inject(IdlePreloading);
    const start = Date.now();
    const begun: number[] = [];
    const all = loads.map((load) =>
      firstValueFrom(
        strategy.preload({}, () =>
          defer(() => {
            begun.push(Date.now() - start);
            return load();
          }),
        ),
      ),
    );
    await Promise.all(all);
    return begun;
  }
  const lasting = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));

  it('comes after a pause, one after the other', async () => {
    const [first = 0, second = 0] = await preload(lasting(1_000), lasting(1));

    expect(first).toBeGreaterThanOrEqual(PAUSE_MS);
    expect(second).toBeGreaterThanOrEqual(first + 1_000);
  });

  it('goes on after one that failed', async () => {
    const failing = () => Promise.reject(new TypeError('no connection'));

    expect(await preload(failing, lasting(1))).toHaveLength(2);
  });

  it.each([
    ['nobody is signed in', () => user_id.set(null)],
    ['the user saves data', () => (connection = { saveData: true })],
    ['the connection is slow', () => (connection = { effectiveType: '3g' })],
  ])('does not come where %s', async (_, given) => {
    given();

    expect(await preload(() => firstValueFrom(of(1)))).toEqual([]);
  });
});
