import { provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import type { EnvironmentProviders, Provider, Type } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter, type Routes } from '@angular/router';
import { TranslocoTestingModule } from '@jsverse/transloco';
import enFrame from '../app/i18n/en.json' with { type: 'json' };
import ruFrame from '../app/i18n/ru.json' with { type: 'json' };
import enLogIn from '../app/i18n/log-in/en.json' with { type: 'json' };
import ruLogIn from '../app/i18n/log-in/ru.json' with { type: 'json' };
import { problemInterceptor } from '../app/http/problem.interceptor';

/** The texts of every screen, and those of the log-in. */
const en = { ...enFrame, session: { ...enFrame.session, ...enLogIn.session } };
const ru = { ...ruFrame, session: { ...ruFrame.session, ...ruLogIn.session } };

export interface Rendered<Component> {
  fixture: ComponentFixture<Component>;
  component: Component;
  element: HTMLElement;
  http: HttpTestingController;
  /** All that is visible as one line. */
  text(): string;
  find(selector: string): HTMLElement;
  findAll(selector: string): HTMLElement[];
  /** Lets what was caused happen. */
  settle(): Promise<void>;
}

export interface RenderOptions {
  inputs?: Record<string, unknown>;
  routes?: Routes;
  providers?: (Provider | EnvironmentProviders)[];
}

/** A component in the DOM, with the real English texts and an API that answers what the test says. */
export async function render<Component>(
  component: Type<Component>,
  { inputs = {}, routes = [], providers = [] }: RenderOptions = {},
): Promise<Rendered<Component>> {
  TestBed.configureTestingModule({
    imports: [
      TranslocoTestingModule.forRoot({
        langs: { en, ru },
        translocoConfig: { availableLangs: ['en', 'ru'], defaultLang: 'en' },
        preloadLangs: true,
      }),
    ],
    providers: [
      provideHttpClient(withInterceptors([problemInterceptor])),
      provideHttpClientTesting(),
      provideRouter(routes),
      ...providers,
    ],
  });
  const fixture = TestBed.createComponent(component);
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  const settle = () => Promise.race([fixture.whenStable(), pause()]);
  await settle();
  const element = fixture.nativeElement as HTMLElement;
  const find = (selector: string): HTMLElement => {
    const found = element.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`There is no ${selector} in ${element.innerHTML}`);
    return found;
  };
  return {
    fixture,
    component: fixture.componentInstance,
    element,
    http: TestBed.inject(HttpTestingController),
    text: () => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
    find,
    findAll: (selector) => [...element.querySelectorAll<HTMLElement>(selector)],
    settle,
  };
}

/**
 * A screen that waits for an answer of the API, which the test gives later, does not get stable before. Ten waits, since what
 * one timer causes may set the next one.
 */
async function pause(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Waits until something holds, however busy the machine is; a test that waits in vain ends by its own time limit. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Types into an input as a user does. */
export function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Chooses an option, as a person would. */
export function choose(select: HTMLElement, value: string): void {
  (select as HTMLSelectElement).value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  select.dispatchEvent(new Event('input', { bubbles: true }));
}
