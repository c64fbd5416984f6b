import type { Texts } from './texts';

/** The usual ways by which somebody writes; an agent may name any other. */
export const CHANNELS: readonly string[] = ['chat', 'web', 'phone', 'email', 'sms', 'whatsapp', 'telegram'];

/** What a channel is called; one that has no name of ours as the agent calls it. */
export function channelName(id: string, texts: Pick<Texts, 'of'>): string {
  return CHANNELS.includes(id) ? texts.of(`channels.${id}`) : id;
}
