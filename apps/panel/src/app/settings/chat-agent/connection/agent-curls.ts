import type { ChatAgentSettingsDto } from '@groupless/shared-dto';

/** Shell commands that do what the chat agent does, with the key in a variable. */
export interface AgentCurls {
  booking: string;
  ping: string;
}

/** @param date a day, as `2026-11-23`, on which the example books */
export function agentCurls(origin: string, settings: ChatAgentSettingsDto, date: string): AgentCurls {
  const [service] = settings.services;
  const booking = {
    external_id: 'call-1',
    client: { name: 'Ada Lovelace', email: 'ada@example.com' },
    ...(service === undefined ? {} : { title: service.name, duration_minutes: service.duration_minutes }),
    starts_at: `${date}T10:00:00`,
    ...(settings.resources[0] === undefined ? {} : { resource: settings.resources[0] }),
    source: 'phone',
  };
  const ping = {
    chat_id: 'web-1',
    channel: 'web',
    message: { external_id: 'message-1', role: 'user', text: 'Are you open on Saturday?' },
    contact: { name: 'Ada Lovelace' },
  };
  return {
    booking: curl(`${origin}/api/appointments?dry_run=true`, booking),
    ping: curl(`${origin}/api/conversations/ping`, ping),
  };
}

function curl(url: string, body: object): string {
  const lines = [
    `curl ${quoted(url)}`,
    `-H "x-api-key: $AGENT_API_KEY"`,
    `-H 'content-type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ];
  return lines.join(' \\\n  ');
}

/** As one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
