import type { AgentPlatform, ChatAgentSettingsDto } from '@groupless/shared-dto';

/** What stands in definitions in place of the key. */
const PLACE_OF_KEY = 'PASTE_THE_AGENT_KEY_HERE';

/** What became of a call with the key. */
export type Called<Answer> = { answer: Answer } | { refused: 'key' | 'connection' | 'other' };

/** The settings as an agent reads them: the least that shows that a key works. */
export function readSettings(key: string): Promise<Called<ChatAgentSettingsDto>> {
  return call<ChatAgentSettingsDto>('/api/settings/chat-agent', key);
}

/** The tools in the form of a platform, with the key in its place. */
export async function readTools(platform: AgentPlatform, key: string): Promise<Called<string>> {
  const called = await call<unknown>(`/api/agent/tools.json?format=${platform}`, key);
  if ('refused' in called) return called;
  return { answer: JSON.stringify(called.answer, null, 2).replaceAll(PLACE_OF_KEY, key) };
}

/** As the agent would call: with the key, and as no user. */
async function call<Answer>(path: string, key: string): Promise<Called<Answer>> {
  try {
    const response = await fetch(path, { headers: { 'x-api-key': key }, credentials: 'omit' });
    if (response.ok) return { answer: (await response.json()) as Answer };
    return { refused: response.status === 401 || response.status === 403 ? 'key' : 'other' };
  } catch {
    return { refused: 'connection' };
  }
}
