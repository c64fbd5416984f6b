/** Characters that a browser lays out in a few milliseconds, even of a script that is costly to shape. */
const BLOCK = 8_000;

/**
 * A text in blocks of whole lines. Those out of sight are not laid out (`content-visibility`), but are searched
 * and copied like the rest. A line that is longer than a block stays whole: a cut would show as a line's end.
 */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from + BLOCK - 1) + 1 || text.length;
    blocks.push(text.slice(from, end));
    from = end;
  }
  return blocks;
}
