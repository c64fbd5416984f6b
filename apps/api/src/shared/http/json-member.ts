import { parseTree } from 'jsonc-parser';

/**
 * The text of one member of a JSON object, exactly as it stands there. Of several with the same name the last
 * counts, as it does for JSON.parse().
 * @param json an object that JSON.parse() has accepted
 * @returns null if it has no such member
 */
export function memberText(json: string, name: string): string | null {
  const members = parseTree(json)?.children ?? [];
  const value = members.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];
  return value === undefined ? null : json.slice(value.offset, value.offset + value.length);
}
