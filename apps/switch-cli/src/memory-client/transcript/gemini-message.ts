import { factsOfCall, joinedText, listOf, objectOf, textOf, type Fact, type Json } from './facts';

import { withoutInjected } from './injected';

/** A message of a chat of Gemini CLI; null if it is none. A message may come again, with more tool calls. */
export function geminiFacts(message: Json, place: string): Fact[] | null {
  const { type } = message;
  if (type !== 'user' && type !== 'gemini') return 'sessionId' in message || '$set' in message ? [] : null;
  const facts: Fact[] = [];
  const said = joinedText(message['content']).trim();
  const text = type === 'user' ? withoutInjected(said) : said;
  const id = textOf(message['id']) || place;
  const role = type === 'user' ? 'user' : 'assistant';
  if (text !== '') facts.push({ kind: 'turn', id, role, text, at: textOf(message['timestamp']) || null });
  for (const call of listOf(message['toolCalls'])) {
    const callId = textOf(call['id']);
    facts.push(...factsOfCall(callId, textOf(call['name']), objectOf(call['args'])));
    if (call['status'] !== undefined)
      facts.push({ kind: 'called', id: callId, is_ok: call['status'] === 'success' });
  }
  return facts;
}
