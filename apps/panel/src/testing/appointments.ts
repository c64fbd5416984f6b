import { HttpTestingController, type TestRequest } from '@angular/common/http/testing';
import { inject, provideAppInitializer, signal, type Type } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type {
  AppointmentDto,
  BookableServiceDto,
  ChatAgentSettingsDto,
  EventDto,
  ResourceDto,
} from '@groupless/shared-dto';
import { AppointmentChanges } from '../app/appointments/changes/appointment-changes';
import { AppointmentDialogs } from '../app/appointments/changes/appointment-dialogs';
import { AppointmentsState } from '../app/appointments/appointments-state';
import { ConflictFinder } from '../app/crm/booking/conflict-finder';
import en from '../app/appointments/i18n/en.json' with { type: 'json' };
import crm from '../app/crm/i18n/en.json' with { type: 'json' };
import { ShownZone } from '../app/crm/shown-zone';
import { LiveEvents } from '../app/data/live-events';
import { Session } from '../app/session/session';
import { EMPTY_SETTINGS } from '../app/settings/chat-agent/empty-settings';
import { render, type RenderOptions } from './render';

const BUSINESS: ChatAgentSettingsDto = {
  ...EMPTY_SETTINGS,
  ...{ name: 'Ada', language: 'en', time_zone: 'Europe/Vienna', phone_region: 'AT' },
  working_hours: [{ day: 1, opens: '09:00', closes: '18:00' }],
  resources: ['main', 'room 2'],
  services: [{ name: 'Haircut', duration_minutes: 45 }],
};

export function anAppointment(given: Partial<AppointmentDto> = {}): AppointmentDto {
  return {
    id: 'a1',
    client_id: 'c1',
    client: { id: 'c1', name: 'Jana Nováková' },
    attendee_name: null,
    title: '',
    service: null,
    services: [],
    starts_at: '2026-11-20T09:30:00.000Z',
    ends_at: '2026-11-20T10:00:00.000Z',
    status: 'confirmed',
    source: 'panel',
    resource: 'main',
    resource_id: 'r1',
    ...{ room: null, room_id: null },
    notes: '',
    team_notes: '',
    squeezed: false,
    series_id: null,
    given: null,
    chat_id: null,
    external_id: null,
    late: false,
    created_at: '2026-11-19T09:30:00.000Z',
    updated_at: '2026-11-19T09:30:00.000Z',
    ...given,
  };
}

/** What the screen provides, for parts of it that are shown alone. */
export const SCREEN = [ShownZone, AppointmentsState, ConflictFinder, AppointmentDialogs, AppointmentChanges];

interface Options extends RenderOptions {
  role?: 'viewer' | 'operator' | 'admin';
  /** The query of the address. */
  query?: string;
  rows?: AppointmentDto[];
  /** What the settings have else. */
  business?: Partial<ChatAgentSettingsDto>;
  /** The rows of what is booked; unless said, those that the settings name, of nobody. */
  resources?: ResourceDto[];
  /** Of the page after these rows, where there is one. */
  next_cursor?: string;
  /** Answers what the part reads by itself before it shows anything. */
  begin?: (http: HttpTestingController) => void;
}

/** A part of the screen with its texts, when the settings and the rows have been answered. */
export async function showAppointments<Part>(
  part: Type<Part>,
  {
    role = 'operator',
    query = '',
    rows = [],
    business = {},
    resources,
    next_cursor,
    ...options
  }: Options = {},
) {
  const handlers: ((event: EventDto) => void)[] = [];
  const onEvent = (_: unknown, handler: (event: EventDto) => void) => handlers.push(handler);
  const rendering = render(part, {
    ...options,
    routes: [{ path: '**', children: [] }],
    providers: [
      provideAppInitializer(() => {
        inject(TranslocoService).setTranslation({ appointments: en, crm }, 'en', { merge: true });
        return inject(Router).navigateByUrl(`/?${query}`);
      }),
      { provide: LiveEvents, useValue: { onEvent } },
      {
        provide: Session,
        useValue: {
          ...{ user_id: signal('u1'), isOperator: signal(role !== 'viewer') },
          isAdmin: signal(role === 'admin'),
        },
      },
      ...(options.providers ?? []),
    ],
  });
  await pause(30);
  const http = TestBed.inject(HttpTestingController);
  for (const asked of http.match('/api/settings/chat-agent')) asked.flush({ ...BUSINESS, ...business });
  answerServices(http, { ...BUSINESS, ...business });
  answerResources(http, resources ?? resourcesNamed({ ...BUSINESS, ...business }.resources));
  options.begin?.(http);
  await pause(20);
  const listed = answerList(http, rows, next_cursor);
  const rendered = await rendering;
  document.body.append(rendered.element);
  await pause(20);
  const press = async (name: string) => {
    const named = (one: HTMLElement) => (one.getAttribute('aria-label') ?? one.textContent).trim() === name;
    const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(named);
    if (found === undefined) throw new Error(`There is no ${name} in ${document.body.innerHTML}`);
    found.click();
    await pause(30);
  };
  return {
    ...rendered,
    listed,
    press,
    pause,
    tell: (event: EventDto) => handlers.forEach((one) => one(event)),
  };
}

/** Answers what can be booked; the id of each is its name in small letters. */
export function answerServices(
  http: HttpTestingController,
  { services }: Pick<ChatAgentSettingsDto, 'services'> = BUSINESS,
): void {
  const rows = services.map((one, index): BookableServiceDto => ({
    ...{ price: null, description: null, buffer_minutes: 0, needs_room: false, ...one },
    ...{ id: one.name.toLowerCase(), position: index + 1, archived_at: null },
  }));
  for (const asked of http.match('/api/services')) asked.flush(rows);
}

/** Rows that can be booked; the id of each is `r1`, `r2` and so on. */
export function resourcesNamed(names: readonly string[], given: Partial<ResourceDto> = {}): ResourceDto[] {
  return names.map((name, index) => ({
    ...{
      id: `r${index + 1}`,
      name,
      kind: 'person' as const,
      user_id: null,
      colour: null,
      position: index + 1,
    },
    ...{ working_hours: null, services: null, exceptions: [], archived_at: null },
    ...given,
  }));
}

export function answerResources(http: HttpTestingController, rows: ResourceDto[]): void {
  for (const asked of http.match('/api/resources')) asked.flush(rows);
}

/** Answers all questions for rows, and says what was asked. */
export function answerList(
  http: HttpTestingController,
  rows: AppointmentDto[],
  next_cursor: string | null = null,
): TestRequest['request']['params'][] {
  return http
    .match(({ url, method }) => url === '/api/appointments' && method === 'GET')
    .map((asked) => {
      asked.flush({ items: rows, next_cursor, total: rows.length, total_is_exact: true });
      return asked.request.params;
    });
}

function pause(lengthMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lengthMs));
}
