import { HttpTestingController } from '@angular/common/http/testing';
import { inject, provideAppInitializer, signal, type Type } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { TranslocoService } from '@jsverse/transloco';
import type { ClientDto, EventDto, PageDto } from '@groupless/shared-dto';
import { render, type Rendered, type RenderOptions } from '../../../testing/render';
import { LiveEvents } from '../../data/live-events';
import { Session } from '../../session/session';
import en from '../i18n/en.json' with { type: 'json' };

export function aClient(given: Partial<ClientDto> = {}): ClientDto {
  return {
    id: 'c1',
    name: 'Jana Nováková',
    phone: '+12125550123',
    extension: null,
    phone_as_given: null,
    shared_phone: null,
    shared_email: null,
    email_refused: null,
    language: null,
    no_reminders: [],
    external_ids: {},
    other_phones: [],
    email: 'jana@example.com',
    company: '',
    status: 'active',
    source: 'panel',
    tags: [],
    notes: '',
    last_activity_at: null,
    created_at: '2026-11-01T09:30:00.000Z',
    updated_at: '2026-11-01T09:30:00.000Z',
    ...given,
  };
}

export function aPage<Item>(items: Item[]): PageDto<Item> {
  return { items, next_cursor: null, total: items.length, total_is_exact: true };
}

export interface Staged<Component> extends Rendered<Component> {
  /** What the API would tell by a live event. */
  tell(event: EventDto): void;
  /** Lets time pass. */
  wait(lengthMs: number): Promise<void>;
}

export interface StageOptions extends RenderOptions {
  role?: 'viewer' | 'operator' | 'admin';
  /** Answers the component's first requests. */
  begin?: (http: HttpTestingController) => void;
}

/** A component of the clients with the texts it needs, seen by somebody of a role. */
export async function onStage<Component>(
  component: Type<Component>,
  { role = 'operator', begin, ...options }: StageOptions = {},
): Promise<Staged<Component>> {
  const handlers: ((event: EventDto) => void)[] = [];
  const rendering = render(component, {
    ...options,
    providers: [
      provideAppInitializer(() => {
        inject(TranslocoService).setTranslation({ clients: en }, 'en', { merge: true });
      }),
      {
        provide: LiveEvents,
        useValue: { onEvent: (_: unknown, handler: (event: EventDto) => void) => handlers.push(handler) },
      },
      {
        provide: Session,
        useValue: {
          user_id: signal('u1'),
          isOperator: signal(role !== 'viewer'),
          isAdmin: signal(role === 'admin'),
          freshToken: () => Promise.resolve('token'),
        },
      },
      ...(options.providers ?? []),
    ],
  });
  if (begin !== undefined) {
    await pause(20);
    begin(TestBed.inject(HttpTestingController));
  }
  const rendered = await rendering;
  document.body.append(rendered.element);
  await wait(20);
  return {
    ...rendered,
    tell: (event) => handlers.forEach((handler) => handler(event)),
    wait,
  };
}

function pause(lengthMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lengthMs));
}

/** What happens in that time is also shown, however busy the machine is. */
async function wait(lengthMs: number): Promise<void> {
  await pause(lengthMs);
  TestBed.tick();
  await pause(0);
  TestBed.tick();
}
