const QUOTED = /"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»/gu;

/** What stands in quotes in a query. */
export function quotedIn(query: string): string[] {
  return [...query.matchAll(QUOTED)]
    .map((found) => found.slice(1).find((text) => text !== undefined) ?? '')
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

/** The query as long as it is, with marks in place of what stands in quotes: that is looked for as it stands, and names no time. */
export function withoutQuoted(query: string): string {
  return query.replaceAll(QUOTED, (quoted) => '"'.repeat(quoted.length));
}
