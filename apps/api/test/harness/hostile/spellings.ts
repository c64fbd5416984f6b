/** A text as six encodings write it; base64 also in the middle of something, where it may begin in three ways. */
export function spellings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const base64 = (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((offset) => {
      const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString(encoding);
      return encoded.slice(offset === 0 ? 0 : 4, -4);
    }),
  );
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const hex = bytes.toString('hex');
  const all = [text, ...base64, hex, hex.toUpperCase(), encodeURIComponent(text), escaped, ascii];
  return [...new Set(all)].map((spelling) => Buffer.from(spelling));
}

/** Whether something holds a text in any of the encodings. */
export const isIn = (content: Buffer, text: string) => contains(content, spellings(text));

export const contains = (content: Buffer, spelled: readonly Buffer[]) =>
  spelled.some((spelling) => content.includes(spelling));
