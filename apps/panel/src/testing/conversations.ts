import { inject, provideEnvironmentInitializer, type EnvironmentProviders } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import type { ConversationDto, MeDto, Role } from '@groupless/shared-dto';
import en from '../app/conversations/i18n/en.json' with { type: 'json' };
import crm from '../app/crm/i18n/en.json' with { type: 'json' };
import { Session } from '../app/session/session';

export const ROW: ConversationDto = {
  id: 'c1',
  chat_id: 'chat-1',
  channel: 'web',
  name: null,
  contact_name: '<b>Ada</b>',
  contact_phone: '+12125550123',
  client_id: null,
  client_tied_by: null,
  number_client: null,
  status: 'open',
  unread_count: 0,
  first_unread_id: null,
  last_message_at: '2026-11-20T09:30:00.000Z',
  last_message_preview: 'Hello',
  last_message_role: 'user',
  last_message_reported_by: null,
  agent_last_seen_at: null,
  assigned_to: null,
  assigned_at: null,
  waiting_since: null,
  waiting_limit: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:30:00.000Z',
};

export const ME: MeDto = {
  id: 'u1',
  email: 'eve@example.com',
  name: 'Eve',
  role: 'operator',
  is_active: true,
  totp_enabled: false,
  invited: false,
  last_seen_at: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
  locale: 'en',
  time_zone: 'UTC',
  theme: 'light',
  density: 'comfortable',
  formats: null,
  is_away: false,
};

/** Somebody of the role is signed in, and the words of the conversations are there. */
export function signedIn(role: Role): EnvironmentProviders {
  return provideEnvironmentInitializer(() => {
    inject(TranslocoService).setTranslation({ conversations: en, crm }, 'en', { merge: true });
    void inject(Session).show({ ...ME, role });
  });
}
