import { HttpTestingController, type TestRequest } from '@angular/common/http/testing';
import {
  Component,
  inject,
  provideEnvironmentInitializer,
  signal,
  type EnvironmentProviders,
  type Provider,
  type Type,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { TranslocoService } from '@jsverse/transloco';
import type { EventDto, MeDto, PageDto, Role } from '@groupless/shared-dto';
import { LiveEvents } from '../app/data/live-events';
import en from '../app/memory/i18n/en.json' with { type: 'json' };
import { Session } from '../app/session/session';
import { render } from './render';

@Component({ template: '' })
class Nothing {}

const SIGHT_PX = 440;
/** Something that is shown is read again at most once a second. */
const READ_AGAIN_MS = 1_050;

export const line = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

export const pageOf = <Row>(items: Row[]): PageDto<Row> => ({
  items,
  next_cursor: null,
  total: items.length,
  total_is_exact: true,
});

export const pause = (ms = 30) => new Promise((resolve) => setTimeout(resolve, ms));

/** jsdom lays nothing out: lists get a height, and nothing ever comes into sight. */
export function layOut(): void {
  for (const name of ['clientHeight', 'offsetHeight'] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => SIGHT_PX });
  }
  HTMLElement.prototype.scrollTo = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  });
}

interface Options {
  role?: Role;
  inputs?: Record<string, unknown>;
  providers?: (Provider | EnvironmentProviders)[];
}

/** A screen of the memory in the page, for a user of a role, with events that the test tells. */
export async function startScreen<Screen>(
  component: Type<Screen>,
  answers: Record<string, unknown>,
  { role = 'admin', inputs = {}, providers = [] }: Options = {},
) {
  const handlers: ((event: EventDto) => void)[] = [];
  const onEvent = (_: string[], handler: (event: EventDto) => void) => handlers.push(handler);
  const rendering = render(component, {
    inputs,
    routes: [{ path: '**', component: Nothing }],
    providers: [
      { provide: LiveEvents, useValue: { state: signal('live'), onEvent } },
      ...providers,
      provideEnvironmentInitializer(() => {
        inject(TranslocoService).setTranslation({ memory: en }, 'en');
        void inject(Session).show({ id: 'u1', role, locale: 'en', time_zone: 'UTC' } as MeDto);
      }),
    ],
  });
  await pause();
  const http = TestBed.inject(HttpTestingController);
  /** Answers what is asked by its path; what the first answers ask for follows. */
  const answer = async (more: Record<string, unknown> = answers) => {
    for (let round = 0; round < 3; round++) {
      for (const request of http.match(({ method, url }) => method === 'GET' && url in more)) {
        request.flush(more[request.request.url] as object);
      }
      await pause(10);
    }
  };
  await answer();
  const rendered = await rendering;
  document.body.append(rendered.element);
  const settle = async () => {
    await pause();
    rendered.fixture.detectChanges();
  };
  /** By what it says or is called, in the page or a dialog over it. */
  const button = (name: string) => {
    const found = [...document.querySelectorAll('button')].find(
      (one) => line(one) === name || one.getAttribute('aria-label') === name,
    );
    if (found === undefined) throw new Error(`There is no button ${name}.`);
    return found;
  };
  const press = async (name: string) => {
    button(name).click();
    await settle();
  };
  return {
    ...rendered,
    http,
    answer,
    settle,
    button,
    press,
    /** A request that writes, which the test answers. */
    written: (method: string, url: string): TestRequest => http.expectOne({ method, url }),
    /** A live event came, and what it makes the screen read was asked for. */
    tell: async () => {
      for (const handler of handlers) handler({ type: 'resync', id: null, at: '' });
      await pause(READ_AGAIN_MS);
    },
  };
}

/** The button of a question over the page that says yes. */
export async function sayYes(): Promise<void> {
  await pause();
  document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click();
  await pause();
}

export function clearPage(): void {
  for (const overlay of document.querySelectorAll('.cdk-overlay-container')) overlay.remove();
  document.body.replaceChildren();
}
