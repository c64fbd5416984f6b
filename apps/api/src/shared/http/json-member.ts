const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const SPACE = /[ \t\n\r]*/y;
/** All of a value that has no string and no bracket in it. */
const PLAIN = /[^"{}[\],:]+/y;

/**
 * The text of one member of a JSON object, exactly as it stands there. Of several with the same name the last
 * counts, as it does for JSON.parse().
 * @param json an object that JSON.parse() has accepted
 * @returns null if it has no such member
 */
export function memberText(json: string, name: string): string | null {
  let found: string | null = null;
  let at = skip(SPACE, json, 0) + 1;
  for (;;) {
    at = skip(SPACE, json, at);
    if (json[at] !== '"') return found;
    const nameEnd = skip(STRING, json, at);
    const isWanted = JSON.parse(json.slice(at, nameEnd)) === name;
    const start = skip(SPACE, json, skip(SPACE, json, nameEnd) + 1);
    const end = endOfValue(json, start);
    if (isWanted) found = json.slice(start, end).trimEnd();
    at = end + 1;
  }
}

/** Where the comma or bracket stands that ends the value. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < json.length) {
    const character = json[at];
    if (character === '"') {
      at = skip(STRING, json, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}')) return at;
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') depth--;
    const plain = skip(PLAIN, json, at);
    at = plain > at ? plain : at + 1;
  }
  return at;
}

function skip(pattern: RegExp, json: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : at;
}
