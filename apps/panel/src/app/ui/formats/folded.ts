/** A text for comparing: small letters without accents, one kind of apostrophe, words apart. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/[\s_/,]+/g, ' ')
    .trim()
    .toLowerCase();
}
