/** A word with letters of scripts that look like each other: a Cyrillic letter in a Latin name is there to deceive. */
const MIXED = /(?=[\p{L}\p{M}]*\p{Script=Latin})[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Whether a word of a text mixes scripts. */
export function mixesScripts(text: string): boolean {
  return MIXED.test(text);
}

/** Whether an address can be taken for another one, which has plain letters. */
export function looksLikeAnother(address: string): boolean {
  return mixesScripts(address) || address.normalize('NFKC') !== address.normalize('NFC');
}
