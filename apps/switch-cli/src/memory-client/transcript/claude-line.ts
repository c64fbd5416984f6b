import { factsOfCall, joinedText, listOf, objectOf, textOf, type Fact, type Json } from './facts';

/** Texts in the user's place that no user wrote. */
const NOT_SAID =
  /^\s*(<(command-|local-command-|bash-|system-reminder|task-notification)|Caveat: The messages below)/;

/** A line of a transcript of Claude Code; null if it is none. */
export function claudeFacts(line: Json, place: string): Fact[] | null {
  const { type } = line;
  if ((type !== 'user' && type !== 'assistant') || !('message' in line)) return null;
  // A subagent's words, what the tool says itself, and the summary that follows a compaction.
  if (line['isSidechain'] === true || line['isMeta'] === true || line['isCompactSummary'] === true) return [];
  if (line['isApiErrorMessage'] === true) return [];
  const message = objectOf(line['message']);
  if (message['model'] === '<synthetic>') return [];
  const facts: Fact[] = [];
  const text = withoutReminders(joinedText(message['content'])).trim();
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

/** What the tool adds to a user's text. */
function withoutReminders(text: string): string {
  const [open, close] = ['<system-reminder>', '</system-reminder>'];
  let rest = text;
  for (let start = rest.indexOf(open); start > 0; start = rest.indexOf(open, start)) {
    const end = rest.indexOf(close, start);
    if (end === -1) return rest;
    rest = rest.slice(0, start) + rest.slice(end + close.length);
  }
  return rest;
}
