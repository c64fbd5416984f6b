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
import { Commands } from './layout/commands/commands';
import { Session } from './session/session';

const ACCOUNTS = '/api/assistant-accounts';
const EMPTY = { items: [], next_cursor: null, total: 0, total_is_exact: true };

/** The ids of what somebody of a role finds, where no record is called so. */
async function found(
  query: string,
  role: Role,
  pause: AgentPauseDto | null = null,
  language = 'en',
): Promise<string[]> {
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
  return (await all).flat().map(({ id }) => id);
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
    ['working hours', 'en', 'go:settings/chat-agent'],
    ['switch', 'en', 'go:settings/accounts'],
    ['curl', 'en', 'go:memory/webhooks'],
    ['2fa', 'en', 'go:settings/profile'],
    ['рабочие часы', 'ru', 'go:settings/chat-agent'],
    ['webhooks', 'en', 'go:memory/webhooks'],
    ['snippets', 'en', 'go:settings/saved-replies'],
    ['history', 'en', 'go:memory/history'],
    ['quarantine', 'en', 'go:memory/quarantine'],
    ['install', 'en', 'go:memory/assistants'],
  ])('goes to a screen by what people call it: %s', async (query, language, expected) => {
    expect(await found(query, 'admin', null, language)).toContain(expected);
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
