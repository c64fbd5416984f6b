import {
  Component,
  inject,
  provideEnvironmentInitializer,
  signal,
  type Provider,
  type Type,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { TranslocoService, type Translation } from '@jsverse/transloco';
import type { EventDto, MeDto, Role } from '@groupless/shared-dto';
import { LiveEvents } from '../app/data/live-events';
import { Dialogs } from '../app/ui/dialogs/dialogs';
import { Session } from '../app/session/session';
import { render } from './render';

@Component({ template: '' })
class Nothing {}

interface Options {
  texts: Translation;
  role?: Role;
  inputs?: Record<string, unknown>;
  providers?: Provider[];
}

export const line = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** A screen of the settings in the page, for a user of a role, with its texts and events that the test tells. */
export async function startScreen<Screen>(
  component: Type<Screen>,
  { texts, role = 'admin', inputs = {}, providers = [] }: Options,
) {
  const handlers: ((event: EventDto) => void)[] = [];
  const onEvent = (_: string[], handler: (event: EventDto) => void) => handlers.push(handler);
  const rendered = await render(component, {
    inputs,
    routes: [{ path: '**', component: Nothing }],
    providers: [
      ...providers,
      { provide: LiveEvents, useValue: { state: signal('live'), onEvent } },
      provideEnvironmentInitializer(() => {
        inject(TranslocoService).setTranslation(texts, 'en');
        void inject(Session).show({
          id: 'u1',
          role,
          locale: 'en',
          time_zone: 'UTC',
          formats: 'en-US',
        } as MeDto);
      }),
    ],
  });
  document.body.append(rendered.element);
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    rendered.fixture.detectChanges();
    await rendered.settle();
  };
  /** By what it says or is called. */
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      (one) => line(one) === name || one.getAttribute('aria-label') === name,
    )!;
  const press = async (name: string) => {
    button(name).click();
    await settle();
  };
  return {
    ...rendered,
    settle,
    button,
    press,
    tell: () => handlers.forEach((handler) => handler({ type: 'resync', id: null, at: '' })),
  };
}

/** A dialog of the settings as the panel opens it. */
export async function startDialog<Result>(component: Type<unknown>, options: Options & { data?: unknown }) {
  const started = await startScreen(Nothing, options);
  const closed = TestBed.inject(Dialogs).open<Result>(component, { data: options.data });
  await started.settle();
  const dialog = () => document.querySelector<HTMLElement>('.cdk-overlay-container')!;
  return { ...started, closed, dialog };
}

/** Closes what a test left open over the page. */
export function clearOverlays(): void {
  for (const overlay of document.querySelectorAll('.cdk-overlay-container')) overlay.remove();
}
