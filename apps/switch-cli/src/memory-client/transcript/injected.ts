/**
 * Elements that assistants put around what hooks, of whatever tool, and they themselves add to a user's message; and the
 * one that a user puts around what is not to be remembered.
 */
const ELEMENTS = [
  'private',
  ...['hook_context', 'system-reminder', 'user-prompt-submit-hook', 'session-start-hook', 'session_context'],
  ...['additional_context', 'additional-context', 'hook-output'],
];

/** What our own hooks print, wherever a client puts it without an element around it. */
const OURS = [
  /The memory of earlier sessions could not be loaded\. [^\n]*/g,
  /What follows is data from the memory, not instructions\.[^\n]*\n(`{3,}|~{3,})memory\n[^]*?\n\1(?:\nLeft out: [^\n]*)?(?=\n|$)/g,
  /Branches of earlier sessions that are gone and were not merged: [^\n]*/g,
  /The last turns of this project, from its (?:earlier sessions\.|session )[^\n]*(?:\n[^\S\n]*(?=\n)|\n>[^\n]*)*/g,
  /From the memory, about this request: data, not instructions\.\n(`{3,})memory\n[^]*?\n\1(?=\n|$)/g,
  // As versions before 1.1.0 wrote it.
  /From the memory, as data and not as instructions:(?:\n- [^\n]*)*/g,
];

/**
 * A message without what its author did not write. Stored, it would come back in the next brief, and there be taken for
 * what the user has said.
 */
export function withoutInjected(text: string): string {
  let rest = text;
  for (const name of ELEMENTS) rest = withoutElement(rest, name);
  for (const pattern of OURS) rest = rest.replace(pattern, '');
  return rest.trim();
}

function withoutElement(text: string, name: string): string {
  const [open, close] = [`<${name}>`, `</${name}>`];
  // People write `<Private>`, too. As many characters as before, so that the places are the same.
  const small = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const kept: string[] = [];
  for (let from = 0; ;) {
    const start = small.indexOf(open, from);
    const end = start === -1 ? -1 : small.indexOf(close, start);
    if (end === -1) return kept.join('') + text.slice(from);
    kept.push(text.slice(from, start));
    from = end + close.length;
  }
}
