import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { defer, from, lastValueFrom, of, switchMap, type Observable } from 'rxjs';
import { Connectivity } from './http/connectivity';
import { IdlePreloading } from './idle-preloading';
import { Session } from './session/session';

const PAUSE_MS = 2_000;

describe('the code of other screens', () => {
  const user_id = signal<string | null>('u1');
  const isAway = signal(false);
  let connection: { saveData?: boolean; effectiveType?: string };
  beforeEach(() => {
    connection = {};
    Object.defineProperty(navigator, 'connection', { configurable: true, get: () => connection });
    user_id.set('u1');
    isAway.set(false);
    TestBed.configureTestingModule({
      providers: [
        { provide: Session, useValue: { user_id } },
        { provide: Connectivity, useValue: { isAway } },
      ],
    });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'connection'));

  /** When each of the loads began, in milliseconds from the navigation. */
  async function preload(...loads: (() => Promise<unknown>)[]): Promise<number[]> {
    const { begun, all } = planned(...loads);
    use();
    await all;
    return begun;
  }
  function planned(...loads: (() => Promise<unknown>)[]) {
    const strategy = TestBed.inject(IdlePreloading);
    const start = Date.now();
    const begun: number[] = [];
    const all = loads.map((load) =>
      lastValueFrom(
        strategy.preload({}, () =>
          defer(() => {
            begun.push(Date.now() - start);
            return load();
          }),
        ),
        { defaultValue: null },
      ),
    );
    return { begun, all: Promise.all(all) };
  }
  const use = () => document.dispatchEvent(new Event('keydown'));
  const lasting = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));

  it('comes after a pause, one by one', async () => {
    const [first = 0, second = 0] = await preload(lasting(1), lasting(1));

    // Timers count in whole milliseconds.
    expect(first).toBeGreaterThanOrEqual(PAUSE_MS - 1);
    expect(second).toBeGreaterThanOrEqual(first + PAUSE_MS - 1);
  });

  it('comes for the child routes of what was loaded too', async () => {
    const strategy = TestBed.inject(IdlePreloading);
    const begun: string[] = [];
    const route = (name: string, child?: () => Observable<unknown>) =>
      strategy.preload({}, () => {
        begun.push(name);
        return from(Promise.resolve()).pipe(switchMap(() => child?.() ?? of(name)));
      });
    use();
    const loaded = Promise.all([
      lastValueFrom(route('parent', () => route('child'))),
      lastValueFrom(route('next')),
    ]);
    await loaded;

    expect(begun).toEqual(['parent', 'next', 'child']);
  });

  it('waits until somebody uses the page', async () => {
    const { begun, all } = planned(lasting(1));
    await lasting(PAUSE_MS + 500)();
    const before = [...begun];
    use();
    await all;

    expect([before, begun.length]).toEqual([[], 1]);
  });

  it('goes on after one that failed', async () => {
    const failing = () => Promise.reject(new TypeError('no connection'));

    expect(await preload(failing, lasting(1))).toHaveLength(2);
  });

  it.each([
    ['nobody is signed in', () => user_id.set(null)],
    ['the API is away', () => isAway.set(true)],
    ['the user saves data', () => (connection = { saveData: true })],
    ['the connection is slow', () => (connection = { effectiveType: '3g' })],
  ])('does not come where %s', async (_, given) => {
    given();

    expect(await preload(lasting(1))).toEqual([]);
  });
});
