import { withoutInjected } from './injected';
import { factsOfCall, joinedText, listOf, objectOf, textOf, type Fact, type Json } from './facts';

/** Prefixes of user messages that the tool wrote itself. */
const NOT_SAID = /^\s*(<(command-|local-command-|bash-|task-notification)|Caveat: The messages below)/;

/** Parses a line of a transcript of Claude Code; null for any other line. */
export function claudeFacts(line: Json, place: string): Fact[] | null {
  const { type } = line;
  if ((type !== 'user' && type !== 'assistant') || !('message' in line)) return null;
  // Skips subagents, messages of the tool itself, and the summary after a compaction.
  if (line['isSidechain'] === true || line['isMeta'] === true || line['isCompactSummary'] === true) return [];
  if (line['isApiErrorMessage'] === true) return [];
  const message = objectOf(line['message']);
  if (message['model'] === '<synthetic>') return [];
  const facts: Fact[] = [];
  const whole = joinedText(message['content']);
  // An assistant's own words may quote what is injected.
  const text = type === 'user' ? withoutInjected(whole) : whole.trim();
  if (text !== '' && !(type === 'user' && NOT_SAID.test(text))) {
    const id = textOf(line['uuid']) || place;
    facts.push({ kind: 'turn', id, role: type, text, at: textOf(line['timestamp']) || null });
  }
  for (const block of listOf(message['content'])) {
    if (block['type'] === 'tool_use')
      facts.push(...factsOfCall(textOf(block['id']), textOf(block['name']), objectOf(block['input'])));
    if (block['type'] === 'tool_result')
      facts.push({ kind: 'called', id: textOf(block['tool_use_id']), is_ok: block['is_error'] !== true });
  }
  return facts;
}
