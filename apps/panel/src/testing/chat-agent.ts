import type { HttpTestingController } from '@angular/common/http/testing';
import type { ChatAgentSettingsDto, Role } from '@groupless/shared-dto';
import { ChatAgent } from '../app/settings/chat-agent/chat-agent';
import { EMPTY_SETTINGS } from '../app/settings/chat-agent/empty-settings';
import en from '../app/settings/chat-agent/i18n/en.json' with { type: 'json' };
import crm from '../app/crm/i18n/en.json' with { type: 'json' };
import { line, startScreen } from './settings';

const PATH = '/api/settings/chat-agent';
export const SETTINGS: ChatAgentSettingsDto = {
  ...EMPTY_SETTINGS,
  ...{ name: 'Mia', greeting: 'Hello', language: 'en', time_zone: 'Europe/Vienna', phone_region: 'AT' },
  working_hours: [
    { day: 1, opens: '09:00', closes: '12:00' },
    { day: 1, opens: '13:00', closes: '24:00' },
  ],
  resources: ['main', 'Room 2'],
  services: [{ name: 'Check', duration_minutes: 45 }],
  auto_confirm: true,
};

/** The screen of the agent's settings or of the business's, with settings stored. */
export async function startChatAgent(
  role: Role = 'admin',
  settings = SETTINGS,
  part: 'business' | 'agent' = 'agent',
) {
  const screen = await startScreen(ChatAgent, { texts: { 'chat-agent': en, crm }, role, inputs: { part } });
  const answer = async (row: ChatAgentSettingsDto, etag: string, method = 'GET') => {
    const { request, flush } = openRequest(screen.http, method);
    flush(row, { headers: { etag } });
    await screen.settle();
    return request;
  };
  await answer(settings, '"1"');
  const input = (label: string) =>
    [...screen.element.querySelectorAll<HTMLInputElement>('input, textarea')].find(
      (one) =>
        one.getAttribute('aria-label') === label ||
        line(screen.element.querySelector(`label[for="${one.id}"]`)) === label,
    )!;
  return { ...screen, answer, input };
}

/** The one request to the settings that has no answer yet. */
export function openRequest(http: HttpTestingController, method: string) {
  const found = http.expectOne((request) => request.url === PATH && request.method === method);
  return { request: found.request, flush: found.flush.bind(found) };
}
