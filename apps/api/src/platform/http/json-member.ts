import { parseTree } from 'jsonc-parser';

/**
 * The source text of one member of a JSON object. Of duplicates the last counts, as in JSON.parse().
 * @param json a valid JSON object
 * @returns null if there is no such member
 */
export function memberText(json: string, name: string): string | null {
  const members = parseTree(json)?.children ?? [];
  const value = members.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];
  return value === undefined ? null : json.slice(value.offset, value.offset + value.length);
}
