import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A seeded random number generator. */
export function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Pairs of a query and the document that it should find: the first line of each summary, and the rest of it
 * without that line.
 */
export function readPairs(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [subject = '', ...rest] = JSON.parse(line).summary.split('\n');
      const document = rest.join('\n').replaceAll(subject, '').trim();
      return { set: 'own texts', query: [...subject].slice(0, 200).join(''), document };
    })
    .filter(({ query, document }) => /[\p{L}\p{N}]/u.test(query) && document !== '');
}

/** The text with a typing error in each of its two longest words; null if it has fewer than two of four letters. */
export function mistyped(text, random) {
  const words = [...new Set(text.match(/[a-z]{4,}/gi) ?? [])].sort((a, b) => b.length - a.length).slice(0, 2);
  if (words.length < 2) return null;
  return words.reduce((changed, word) => changed.replace(word, typingError(word, random)), text);
}

function typingError(word, random) {
  const at = 1 + random(word.length - 2);
  const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
  const letter = 'abcdefghijklmnopqrstuvwxyz'[random(26)];
  return [
    before + letter + next + after,
    before + next + after,
    before + here + letter + next + after,
    before + next + here + after,
  ][random(4)];
}

/** Three consecutive longer words of a text; undefined if it is too short. */
export function phraseOf(text, random) {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length < 10) return undefined;
  for (let tries = 0; tries < 50; tries++) {
    const at = random(words.length - 3);
    const phrase = words.slice(at, at + 3);
    if (phrase.every((word) => word.length > 3)) return phrase.join(' ');
  }
  return undefined;
}

/** Titles of one or two frequent words, which one to thirty in a hundred of the texts have: fewer where there are not enough such words. */
export function notesOn(texts, count) {
  const random = seeded(7);
  const inTexts = new Map();
  for (const text of texts)
    for (const word of new Set(text.toLowerCase().match(/[a-z]{5,}/g) ?? []))
      inTexts.set(word, (inTexts.get(word) ?? 0) + 1);
  const frequent = [...inTexts]
    .filter(([, number]) => number >= texts.length / 100 && number <= (texts.length * 3) / 10)
    .map(([word]) => word);
  const word = () => frequent.splice(random(frequent.length), 1)[0];
  const most = Math.min(count, Math.floor((frequent.length * 2) / 3));
  return Array.from({ length: most }, (_, place) => (place % 2 === 0 ? word() : `${word()} ${word()}`));
}

/** The documents of search-scenes.json: the right one of each scene has its question. */
export function readScenes() {
  const scenes = JSON.parse(readFileSync(new URL('search-scenes.json', import.meta.url), 'utf8'));
  return scenes.flatMap(({ question, right, wrong, project, ...about }) => [
    { ...about, ...documentOf(right), query: question, project },
    ...wrong.map(documentOf),
  ]);
}

/** The chats of search-conversations.json: their turns, and questions with the places of the turns that answer them. */
export function readConversations() {
  return JSON.parse(readFileSync(new URL('search-conversations.json', import.meta.url), 'utf8'));
}

/** The same chats among so many others of 20 messages, which are sentences of texts. */
export function conversationsAmong(others, texts) {
  const random = seeded(13);
  const sentences = texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+/u))
    .filter((sentence) => sentence.length >= 30 && sentence.length <= 200);
  const made = Array.from({ length: others }, (_, place) => ({
    chat: `other ${place}`,
    turns: Array.from({ length: 20 }, () => sentences[random(sentences.length)]),
    questions: [],
  }));
  return [...readConversations(), ...made];
}

/** A text, or a text and its project. */
function documentOf(document) {
  const [text, project] = [document].flat();
  return { document: text, project };
}

/**
 * The same in an order by the hash of their questions, each with its half, which is a bit of that hash: so a text stays in its half
 * when others come.
 */
export function inHalves(texts) {
  return texts
    .map((text) => ({ ...text, hash: createHash('sha256').update(text.query).digest() }))
    .sort((a, b) => Buffer.compare(a.hash, b.hash))
    .map(({ hash, ...text }) => ({ ...text, half: hash.at(-1) % 2 === 0 ? 'tuned' : 'reported' }));
}
