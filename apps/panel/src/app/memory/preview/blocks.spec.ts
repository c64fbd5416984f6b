import { blocksOf } from './blocks';

describe('a text in blocks', () => {
  const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index}`).join('\n');

  it('is the same text, in pieces that end with a line', () => {
    const blocks = blocksOf(lines);
    expect(blocks.join('')).toBe(lines);
    expect(blocks.length).toBeGreaterThan(1);
    for (const block of blocks.slice(0, -1)) expect(block.endsWith('\n')).toBe(true);
    for (const block of blocks) expect(block.length).toBeLessThan(8_020);
  });

  it.each([
    ['nothing', '', []],
    ['a short text', 'a\nb\n', ['a\nb\n']],
    ['a line longer than a block', 'W'.repeat(20_000), ['W'.repeat(20_000)]],
  ])('leaves %s as it is', (_what, text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });
});
