import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { TranslocoTestingModule } from '@jsverse/transloco';
import { mayActAs, seesMemory, type AgentPauseDto, type Role } from '@groupless/shared-dto';
import en from './i18n/en.json' with { type: 'json' };
import ru from './i18n/ru.json' with { type: 'json' };
import { COMMANDS } from './commands';
import { AgentPause } from './crm/agent-pause/agent-pause';
import { Commands, type Command } from './layout/commands/commands';
import palette from './layout/commands/i18n/en.json' with { type: 'json' };
import { Session } from './session/session';
import { SETTINGS_SECTIONS } from './settings/settings-screens';

const ACCOUNTS = '/api/assistant-accounts';
const EMPTY = { items: [], next_cursor: null, total: 0, total_is_exact: true };

type Found = [query: string, role: Role, pause?: AgentPauseDto | null, language?: 'en' | 'ru'];

/** The ids of what somebody of a role finds, where no record is called so. */
const found = async (...asked: Found) => (await commands(...asked)).map(({ id }) => id);

async function commands(...[query, role, pause = null, language = 'en']: Found): Promise<Command[]> {
  const may = (least: Role) => mayActAs(role, least);
  TestBed.configureTestingModule({
    imports: [
      TranslocoTestingModule.forRoot({
        langs: { en, ru },
        translocoConfig: { availableLangs: ['en', 'ru'], defaultLang: language },
        preloadLangs: true,
      }),
    ],
    providers: [
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRouter([]),
      {
        provide: Session,
        useValue: { may, isAdmin: () => may('admin'), seesMemory: () => seesMemory(role) },
      },
      { provide: AgentPause, useValue: { known: () => Promise.resolve(), current: () => pause } },
      Commands,
      ...COMMANDS,
    ],
  });
  const sources = await TestBed.inject(Commands).sources();
  const http = TestBed.inject(HttpTestingController);
  const { signal } = new AbortController();
  let isEnded = false;
  const all = Promise.all(sources.map(async (source) => source.find(query, signal))).finally(
    () => (isEnded = true),
  );
  while (!isEnded) {
    for (const asked of http.match(() => true)) asked.flush(asked.request.url === ACCOUNTS ? [] : EMPTY);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return (await all).flat();
}

describe('what can be done from the palette', () => {
  it.each([
    ['new client', 'clients:new'],
    ['book an appointment', 'appointments:book'],
    ['new task', 'memory:task'],
    ['invite', 'users:invite'],
    ['close a day', 'settings:close'],
  ])('is found as %s, by who may do it', async (query, id) => {
    expect(await found(query, 'admin')).toContain(id);
    TestBed.resetTestingModule();
    expect(await found(query, 'viewer')).not.toContain(id);
  });

  it.each([
    ['working hours', 'en', 'go:settings/business#agent-hours'],
    ['switch', 'en', 'go:settings/accounts'],
    ['curl', 'en', 'go:memory/webhooks'],
    ['2fa', 'en', 'go:settings/profile'],
    ['рабочие часы', 'ru', 'go:settings/business#agent-hours'],
    ['switch', 'ru', 'go:settings/accounts'],
    ['webhooks', 'en', 'go:memory/webhooks'],
    ['snippets', 'en', 'go:settings/saved-replies'],
    ['history', 'en', 'go:memory/history'],
    ['quarantine', 'en', 'go:memory/quarantine'],
    ['install', 'en', 'go:memory/overview'],
  ] as const)('goes to a screen by what people call it: %s', async (query, language, expected) => {
    expect(await found(query, 'admin', null, language)).toContain(expected);
  });

  it.each([
    ['holiday', 'business#agent-closures'],
    ['vacation', 'business#agent-closures'],
    ['day off', 'business#agent-closures'],
    ['closures', 'business#agent-closures'],
    ['opening hours', 'business#agent-hours'],
    ['prices', 'resources#services-heading'],
    ['staff', 'resources#resources-heading'],
    ['reminders', 'messages#mail-sends'],
    ['sms', 'messages#mail-sends'],
    ['greeting', 'chat-agent#agent-self'],
    ['dark', 'profile#profile-details'],
    ['cancel', 'chat-agent#agent-limits'],
    ['logo', 'booking-page#page-looks'],
  ])('names the section before anything that is found by its text: %s', async (query, section) => {
    const named = (await commands(query, 'admin')).filter(({ namedBy }) => namedBy !== undefined);
    expect(named.map(({ id }) => id)).toContain(`go:settings/${section}`);
  });

  it('names nothing by a beginning that is as well that of a person', async () => {
    const named = (await commands('car', 'admin')).filter(({ namedBy }) => namedBy !== undefined);
    expect(named).toEqual([]);
  });

  it('goes to no section that is not there', () => {
    const screens = join(process.cwd(), 'apps/panel/src/app/settings');
    const texts = readdirSync(screens, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!spec)\.(?:html|ts)$/.test(path))
      .map((path) => readFileSync(join(screens, path), 'utf8'))
      .join('\n');
    const lost = SETTINGS_SECTIONS.filter(({ fragment }) => !texts.includes(`id="${fragment}"`));
    expect(lost).toEqual([]);
    expect(SETTINGS_SECTIONS.map(({ fragment }) => fragment).sort()).toEqual(
      Object.keys(palette.sections).sort(),
    );
  });

  it('goes to no screen that the user may not see', async () => {
    const screens = async (query: string, role: Role) => {
      TestBed.resetTestingModule();
      return (await found(query, role)).filter((id) => id.startsWith('go:'));
    };
    expect(await screens('switch', 'viewer')).toEqual([]);
    expect(await screens('tasks', 'viewer')).toEqual(['go:memory/tasks']);
    expect(await screens('tasks', 'desk')).toEqual([]);
  });

  it('offers to resume the agent while it is paused, and to pause it while it is not', async () => {
    const current = { until: null, reason: 'Ill', by: 'Rita', since: '2026-11-20T12:00:00.000Z' };
    const ofAgent = async (query: string, role: Role, pause: AgentPauseDto | null) => {
      TestBed.resetTestingModule();
      const ids = await found(query, role, pause);
      return ids.filter((id) => /:(pause|resume)$/.test(id));
    };
    expect(await ofAgent('agent', 'desk', null)).toEqual(['appointments:pause']);
    expect(await ofAgent('agent', 'desk', current)).toEqual(['appointments:resume']);
    expect(await ofAgent('pause', 'desk', current)).toEqual(['appointments:resume']);
    expect(await ofAgent('agent', 'viewer', current)).toEqual([]);
  });

  it('has nothing of the memory for the front desk, and all that it works with', async () => {
    const all = await found('new', 'desk');
    expect(all).toContain('clients:new');
    expect(all.filter((id) => id.includes('memory'))).toEqual([]);
  });
});
