import { destroyPlatform } from '@angular/core';
import { getTestBed } from '@angular/core/testing';
import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless';
import { InvalidationRules } from '../app/http/invalidation-rules';
import { OUTDATED_BY } from '../app/outdated-by';

// Angular outlives a file of tests, the page does not.
destroyPlatform();
getTestBed().resetTestEnvironment();
setupZonelessTestEnv({ errorOnUnknownElements: true, errorOnUnknownProperties: true });
// What Angular does by itself in the one file that loads it.
afterEach(() => getTestBed().resetTestingModule());
beforeEach(() => {
  getTestBed().configureTestingModule({
    providers: [
      {
        provide: InvalidationRules,
        useFactory: () => Object.assign(new InvalidationRules(), { list: OUTDATED_BY }),
      },
    ],
  });
});

// Fake timers that advance to the next timer whenever the event loop is idle: a wait of two seconds takes no time, and
// timers fire in their order, however busy the machine is.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  jest.setTimerTickMode({ mode: 'nextAsync' });
});
afterEach(() => jest.useRealTimers());

// jsdom has no layout, so no media queries: a wide, light screen.
Object.defineProperty(globalThis, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (media: string): Partial<MediaQueryList> => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    // The CDK still calls the old names.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    ...{ addListener: () => undefined, removeListener: () => undefined },
  }),
});

// Nor does anything come into sight by scrolling: all of it is.
globalThis.IntersectionObserver = class {
  constructor(private readonly tell: IntersectionObserverCallback) {}

  observe(target: Element): void {
    const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
    queueMicrotask(() => this.tell([entry], this as unknown as IntersectionObserver));
  }

  readonly unobserve = () => undefined;
  readonly disconnect = () => undefined;
} as unknown as typeof IntersectionObserver;

// Nor has it popovers: what lies in one is simply there.
HTMLElement.prototype.showPopover = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;
