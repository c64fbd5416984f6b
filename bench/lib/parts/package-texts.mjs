// Texts that people wrote: doc comments and change logs of the packages that npm ci installed, and this repository's own commit
// messages. They are read where they lie, so that nothing of them stands in the repository; package-lock.json says which packages
// they are of.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../search-texts.mjs';
import { ROOT } from '../bundle.mjs';

const FREE = /^\(?(MIT|ISC|0BSD|BSD-\d-Clause|Apache-2\.0)\b/;
const MOST_READ = 400_000;
/** A shorter text does not say what it is about. An entry of a change log says it in fewer words than a doc comment. */
const LEAST_TEXT = { comments: 100, changes: 50 };
const CHANGE_LOG = /^(changelog|changes|history|release-notes)[^/]*\.md$/i;

/** Questions with the text that each should find: `{ set: 'comments' | 'changes', query, document }`. */
export function packageTexts() {
  const seen = new Set();
  const pairs = [];
  const add = (set, query, document) => {
    const [asked, text] = [oneLine(query), document.replaceAll(query, '').trim()];
    if (asked.length < 15 || asked.length > 200 || text.length < LEAST_TEXT[set] || text.length > 6_000)
      return;
    if ((asked.match(/\w{3,}/g) ?? []).length < 3 || seen.has(asked) || seen.has(text.slice(0, 200))) return;
    seen.add(asked).add(text.slice(0, 200));
    pairs.push({ set, query: asked, document: text });
  };
  for (const file of freePackages().flatMap(documentedFiles)) {
    const text = readFileSync(file, 'utf8').slice(0, MOST_READ);
    if (file.endsWith('.md')) for (const entry of entriesOf(text)) addSentence(add, 'changes', entry);
    else
      for (const [, comment] of text.matchAll(/\/\*\*([\s\S]{120,6000}?)\*\//g))
        addSentence(add, 'comments', plain(comment));
  }
  for (const [subject, body] of commits()) add('changes', subject, body);
  return pairs;
}

/**
 * So many made texts of pieces of others, two a line: what is said in them is near to what is asked for, and answers nothing. Without
 * lines all of a text would be its first line, whose words count more.
 */
export function distractors(texts, count) {
  const random = seeded(9);
  const pieces = texts.map((text) =>
    text.split(/(?<=[.!?;:,])\s+|\n+/u).filter((piece) => piece.length > 10),
  );
  const piece = () => {
    const own = pieces[random(pieces.length)];
    const words = (own[random(own.length)] ?? '').split(' ');
    const at = random(Math.max(1, words.length - 4));
    return words.slice(at, at + 4 + random(5)).join(' ');
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 4 + random(9) }, (_, place) => (place % 2 === 0 ? '\n' : ' ') + piece())
      .join('')
      .trim(),
  );
}

function addSentence(add, set, text) {
  const found = /^([\s\S]{15,200}?[.!])\s([\s\S]+)$/.exec(text.trim());
  if (found !== null) add(set, found[1], found[2]);
}

const oneLine = (text) => text.replaceAll(/\s+/g, ' ').trim();
const plain = (comment) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, ''))
    .join('\n');
/** The entries of a change log, without headings, addresses of links, names of commits, and whom they thank. */
const entriesOf = (text) =>
  text
    .replaceAll(/^#+ .*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\S+|\b[0-9a-f]{7,40}\b/g, '')
    .split(/\n\s*\n|\n(?=[-*] )/)
    .map((entry) => entry.trim().replace(/^[-*]\s+/, ''))
    .filter((entry) => !/^\S* ?`*\s*thanks /i.test(entry));

/** The subject and the rest of each commit message; none where git or its history is missing. */
function commits() {
  try {
    const log = execFileSync('git', ['log', '--no-merges', '--reverse', '--format=%s%n%b%x00'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return log.split('\0').map((message) => {
      const [subject = '', ...rest] = message.trim().split('\n');
      return [subject.replace(/^\w+(\([\w-]+\))?!?: /, ''), rest.join('\n').replaceAll(/^[\w-]+: .*$/gm, '')];
    });
  } catch {
    return [];
  }
}

function freePackages() {
  const folder = join(ROOT, 'node_modules');
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  return names
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => join(name, own)) : [name],
    )
    .map((name) => join(folder, name))
    .filter((path) => FREE.test(licenceOf(path)))
    .sort();
}

function licenceOf(path) {
  try {
    const { license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return typeof license === 'string' ? license : '';
  } catch {
    return '';
  }
}

function documentedFiles(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (/\.d\.[cm]?ts$/.test(entry.name) || CHANGE_LOG.test(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(path.length).includes('/node_modules/'))
    .sort();
}
