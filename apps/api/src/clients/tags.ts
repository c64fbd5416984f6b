/** Tags are compared like this: `vip`, `VIP` and `ＶＩＰ` are equal. The index `clients_tags` folds the same way. */
export function foldedTag(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

/** Each tag once, in its first spelling. */
export function distinctTags(tags: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const tag of tags) if (!byFolded.has(foldedTag(tag))) byFolded.set(foldedTag(tag), tag);
  return [...byFolded.values()];
}
