/** How tags are compared: `vip`, `VIP` and `ＶＩＰ` are one. `clients_tags` in the database folds likewise. */
export function foldedTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

/** Each tag once, as it was spelled first. */
export function distinctTags(tags: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const tag of tags) if (!byFolded.has(foldedTag(tag))) byFolded.set(foldedTag(tag), tag);
  return [...byFolded.values()];
}
