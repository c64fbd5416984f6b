export interface DemoMessage {
  role: 'user' | 'assistant' | 'operator';
  text: string;
  sent_at: Date;
}

const ROLES = { 'U:': 'user', 'A:': 'assistant', 'O:': 'operator' } as const;
/** The agent answers within seconds; people take as long as typing takes. */
const AGENT_S = 6;
const MINUTE_S = 60;

/** Turns the lines of a chat (see `DemoChat`) into messages with times. */
export function readScript(lines: readonly string[], beginsAt: Date): DemoMessage[] {
  const messages: DemoMessage[] = [];
  let sentMs = beginsAt.getTime();
  for (const line of lines) {
    if (line.startsWith('+')) {
      sentMs += Number(line) * MINUTE_S * 1_000;
      continue;
    }
    const role = ROLES[line.slice(0, 2) as keyof typeof ROLES];
    const text = line.slice(2).trim();
    if (messages.length > 0) sentMs += 1_000 * (role === 'assistant' ? AGENT_S : 20 + [...text].length);
    messages.push({ role, text, sent_at: new Date(sentMs) });
  }
  return messages;
}
