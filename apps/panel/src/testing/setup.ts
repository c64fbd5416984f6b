import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless/index.mjs';

setupZonelessTestEnv({ errorOnUnknownElements: true, errorOnUnknownProperties: true });

// jsdom has no layout, so no media queries: a wide, light screen.
Object.defineProperty(globalThis, 'matchMedia', {
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
