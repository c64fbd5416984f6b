import type { AppointmentDto, ChatAgentSettingsDto } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../../../src/settings/chat-agent-settings.service';
import { signIn, type SignedInUser } from './panel-users';
import { SECRETS, type TestApp } from '../apps/test-app';

/** The header of the chat agent. */
export const AS_AGENT = { 'x-api-key': SECRETS.AGENT_API_KEY };

export const APPOINTMENTS = '/api/appointments';

/** What the least booking needs; each with a client of its own. */
export function bookingAt(starts_at: string, more: object = {}) {
  return { client: { name: 'Ada' }, starts_at, ...more };
}

/** Changes the settings of the chat agent, past nothing. Names that resources had before mean nobody any more. */
export async function setAgent(t: TestApp, changes: Partial<ChatAgentSettingsDto>): Promise<void> {
  await t.panel.query('delete from resource_names; delete from service_names');
  const admin = await signIn(t, { role: 'admin' });
  const { body, headers } = await t.http.get('/api/settings/chat-agent').set(admin.bearer);
  const { status, text } = await t.http
    .put('/api/settings/chat-agent')
    .query({ keep: 'moment', keep_appointments: true })
    .set({ ...admin.bearer, 'if-match': headers['etag'] ?? '' })
    .send({ ...(body as ChatAgentSettingsDto), ...changes });
  if (status !== 200) throw new Error(`The settings were refused: ${text}`);
  // Long ago, so that another user's replacement may drop it.
  await t.panel.query('update resources set named_at = null; update services set named_at = null');
}

/** As they are in a new installation: without a country, a chosen zone or a named resource. */
export async function asInstalled(t: TestApp): Promise<void> {
  await t.panel.query(
    `update chat_agent_settings set phone_region = null, time_zone = 'UTC', time_zone_chosen = false,
       resources = '["main"]', unnamed_resource = 'main', used_for = null, version = version + 1`,
  );
  t.app.get(ChatAgentSettingsService, { strict: false }).expire();
}

/** An appointment whose client was not erased. */
export type BookedDto = AppointmentDto & { client_id: string; client: { id: string; name: string } };

/** Books in the panel, on any resource; the row. */
export async function booked(t: TestApp, { bearer }: SignedInUser, booking: object): Promise<BookedDto> {
  const { status, body, text } = await t.http
    .post(APPOINTMENTS)
    .query({ new_resource: true })
    .set(bearer)
    .send(booking);
  if (status !== 201) throw new Error(`The booking was refused: ${text}`);
  return body as BookedDto;
}
