export interface DemoChat {
  chat_id: string;
  channel: 'chat' | 'phone' | 'web';
  /** Who writes, in their own script; null for somebody who did not say. */
  contact_name: string | null;
  contact_phone: string | null;
  /** Working days ago. */
  ago: number;
  time: string;
  /** Whether the sender numbers its messages. */
  has_external_ids: boolean;
  /**
   * A line a message: `U:` the customer, `A:` the agent, `O:` somebody of the team. A line such as `+90` is a
   * pause of so many minutes.
   */
  script: string;
}

export interface DemoMessage {
  role: 'user' | 'assistant' | 'operator';
  text: string;
  sent_at: Date;
}

const ROLES = { 'U:': 'user', 'A:': 'assistant', 'O:': 'operator' } as const;
/** The agent answers within seconds; people need as long as they need to type. */
const AGENT_S = 6;
const MINUTE_S = 60;

/** @throws Error on a line that is neither a message nor a pause */
export function readScript(script: string, beginsAt: Date): DemoMessage[] {
  const messages: DemoMessage[] = [];
  let sentMs = beginsAt.getTime();
  for (const line of script
    .trim()
    .split('\n')
    .map((one) => one.trim())) {
    const pause = /^\+(\d+)$/.exec(line);
    if (pause !== null) {
      sentMs += Number(pause[1]) * MINUTE_S * 1_000;
      continue;
    }
    const role = ROLES[line.slice(0, 2) as keyof typeof ROLES];
    const text = line.slice(2).trim();
    if (role === undefined || text === '') throw new Error(`This line of a chat cannot be read: ${line}`);
    if (messages.length > 0) sentMs += 1_000 * (role === 'assistant' ? AGENT_S : 20 + [...text].length);
    messages.push({ role, text, sent_at: new Date(sentMs) });
  }
  return messages;
}
