/** A decoded part counts only if it has nothing but letters and signs that people write. */
const READABLE = /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}\s]+$/u;

/** What a text says in another encoding: the decoded parts that are readable. */
export function decodedParts(text: string): string[] {
  const parts: string[] = [];
  const add = (bytes: string) => {
    if (bytes.length > 8 && READABLE.test(bytes) && /\p{L}{3}/u.test(bytes)) parts.push(bytes);
  };
  for (const [found] of text.matchAll(/[A-Za-z0-9+/_-]{24,}/g)) add(Buffer.from(found, 'base64').toString());
  for (const [found] of text.matchAll(/(?:[0-9a-fA-F]{2}[ :,]?){16,}/g))
    add(Buffer.from(found.replace(/[^0-9a-fA-F]/g, ''), 'hex').toString());
  if (/%[0-9a-fA-F]{2}/.test(text))
    add(
      Buffer.from(
        text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => byte(hex)),
        'latin1',
      ).toString(),
    );
  if (/&#|\\u|\\x/.test(text)) {
    add(
      text.replace(
        /&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));|\\u\{?([0-9a-fA-F]{4})\}?|\\x([0-9a-fA-F]{2})/g,
        (_, ...groups: (string | undefined)[]) =>
          character(
            groups[1] === undefined
              ? parseInt(groups[0] ?? groups[2] ?? groups[3] ?? '', 16)
              : Number(groups[1]),
          ),
      ),
    );
  }
  // Words that orders have, in ROT13 and then written backwards.
  if (/vtaber|qvfertneq|vafgehpgvba|cerivbhf|rirelguvat|cebzcg|frffvba|frperg|qryrgr/i.test(text))
    add(rotated(text));
  if (/erongi|dragersid|snoitcurtsni|suoiverp|tpmorp|resu eht|noisses|eteled/i.test(text))
    add([...text].reverse().join(''));
  return parts;
}

const byte = (hex: string) => String.fromCharCode(parseInt(hex, 16));
const character = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

function rotated(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => {
    const first = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}
