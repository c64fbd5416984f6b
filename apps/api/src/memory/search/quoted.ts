const QUOTED = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/gu;

/** What stands in quotes in a query. */
export function quotedIn(query: string): string[] {
  return [...query.matchAll(QUOTED)]
    .map((found) => found.slice(1).find((text) => text !== undefined) ?? '')
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}
