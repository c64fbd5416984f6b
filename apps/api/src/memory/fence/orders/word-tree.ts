/** Scripts without spaces between words: there each character counts as one. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const TOKEN = new RegExp(`[${UNSPACED}]|[^\\P{L}${UNSPACED}\\p{N}]+`, 'gu');

interface Branch {
  /** What is told where a term ends here. */
  meanings: number[];
  words: Map<string, Branch>;
  /** Words that begin so. */
  stems: Map<string, Branch>;
}

/** Where a term stands, in words of a text: its first, and its last. */
export type Tell = (meaning: number, first: number, last: number) => void;

export function wordsOf(plain: string): string[] {
  return plain.match(TOKEN) ?? [];
}

/**
 * Many terms that are looked for in one pass over the words of a text, whatever the text and however many they are. `_` joins the
 * words of a term, and `*` stands for any ending of one.
 */
export class WordTree {
  private readonly root = branch();

  add(term: string, meaning: number): void {
    let at = this.root;
    for (const part of term.split('_')) {
      const words = wordsOf(part);
      for (const [place, word] of words.entries()) {
        const isStem = part.endsWith('*') && place === words.length - 1;
        const branches = isStem ? at.stems : at.words;
        const known = branches.get(word) ?? branch();
        branches.set(word, known);
        at = known;
      }
    }
    at.meanings.push(meaning);
  }

  /** Tells of all terms that begin with this word of a text. */
  read(words: readonly string[], first: number, tell: Tell): void {
    follow(this.root, words, first, first, tell);
  }
}

function follow(at: Branch, words: readonly string[], first: number, place: number, tell: Tell): void {
  const word = words[place];
  if (word === undefined) return;
  const goOn = (found: Branch | undefined) => {
    if (found === undefined) return;
    for (const meaning of found.meanings) tell(meaning, first, place);
    if (found.words.size > 0 || found.stems.size > 0) follow(found, words, first, place + 1, tell);
  };
  goOn(at.words.get(word));
  if (at.stems.size === 0) return;
  for (let length = 1; length <= Math.min(word.length, LONGEST_STEM); length++)
    goOn(at.stems.get(word.slice(0, length)));
}

/** A longer one would be looked for in vain, and hostile texts have words of any length. */
const LONGEST_STEM = 24;

function branch(): Branch {
  return { meanings: [], words: new Map(), stems: new Map() };
}
