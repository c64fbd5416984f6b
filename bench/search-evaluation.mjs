// Measures quality and speed of the memory's search against SQLite's FTS5 on the same texts. See README.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFts5 } from './fts5.mjs';
import { loadSources } from './lib/bundle.mjs';
import { figuresOf, printRow, rankOf } from './lib/parts/search-figures.mjs';
import { growing } from './lib/parts/search-growing.mjs';
import { distractors, packageTexts } from './lib/parts/package-texts.mjs';
import { keepResults } from './lib/results.mjs';
import { run } from './lib/run.mjs';
import { temporaryFolder } from './lib/servers/cluster.mjs';
import {
  conversationsAmong,
  inHalves,
  mistyped,
  notesOn,
  phraseOf,
  readPairs,
  readScenes,
  seeded,
} from './search-texts.mjs';

const LIMIT_MINUTES = 240;
const HAYSTACK = 50;
const NOTES = 40;

const options = parseArgs({
  options: {
    data: { type: 'string' },
    sizes: { type: 'string', default: '50,5000,50000' },
    questions: { type: 'string', default: '300' },
    half: { type: 'string', default: 'reported' },
    growing: { type: 'boolean' },
    'write-docs': { type: 'boolean' },
  },
}).values;
const questions = Number(options.questions);
const texts = inHalves(options.data === undefined ? packageTexts() : readPairs(options.data));
// One half is there to choose the weights by, the other to report.
const asked = [...Map.groupBy(texts, ({ set }) => set)].flatMap(([, own]) =>
  own.filter(({ half }) => half === options.half).slice(0, questions),
);
const sizes = options.sizes.split(',').map(Number);
for (const size of sizes)
  if (size > HAYSTACK && size < asked.length + NOTES)
    throw new Error(
      `--sizes: ${size} texts are too few for ${asked.length} that are asked for and ${NOTES} more.`,
    );
const rows = [];
const keep = (row) => {
  rows.push(row);
  printRow(row);
};
let product;
await run(LIMIT_MINUTES, async (stack) => {
  const { startMemory } = await loadSources('bench/memory-product.mjs');
  product = await startMemory(join(temporaryFolder(stack), 'data'));
  stack.defer(product.stop);
  for (const size of sizes) await (size <= HAYSTACK ? small() : large(size));
  await scenes();
  await conversations();
  const result = { rows, growing: options.growing ? await growing(product, texts) : undefined };
  await keepResults('search', result, { cluster: product, writeDocs: options['write-docs'] });
});

/** Many small memories. */
async function small() {
  const answers = { product: [], FTS5: [] };
  for (let at = 0; at + HAYSTACK <= asked.length; at += HAYSTACK) {
    const stack = asked.slice(at, at + HAYSTACK);
    const search = await openProduct(stack.map(({ document }) => document));
    answers.product.push(...(await ask(search, stack)));
    answers.FTS5.push(...(await ask(openFts5(stack.map(({ document }) => document)), stack)));
  }
  report(HAYSTACK, answers);
}

/** One memory of so many texts: those that are asked for, then others, then made ones. */
async function large(size) {
  const others = texts.filter((text) => !asked.includes(text)).map(({ document }) => document);
  const written = [...asked.map(({ document }) => document), ...others].slice(0, size);
  const stack = [...written, ...distractors(others, size - written.length)];
  const notes = notesOn(written, NOTES);
  // The last ones are the oldest, and none of those that are asked for.
  stack.splice(size - notes.length, notes.length, ...notes);
  const product = await openProduct(stack);
  const fts5 = openFts5(stack);
  report(size, { product: await ask(product, asked), FTS5: await ask(fts5, asked) });
  keep({ size, set: 'index', ...(await indexSize(size)) });
  await typingErrors(size, product);
  const random = seeded(5);
  const phrases = asked.map(({ document }) => ({ query: phraseOf(document, random) }));
  report(size, { product: await ask(product, phrases), FTS5: await ask(fts5, phrases) }, () => 'phrases');
  const titles = [...stack.slice(notes.length).map(() => ({})), ...notes.map((query) => ({ query }))];
  report(size, { product: await ask(product, titles), FTS5: await ask(fts5, titles) }, () => 'old titles');
}

/** Stores the documents, and returns a search for their indexes, best first. */
async function openProduct(documents) {
  await product.forget();
  const first = await product.storeMany(documents);
  return async (query) => (await product.search(query)).items.map(({ id }) => id - first);
}

async function ask(search, stack) {
  const answers = [];
  for (const [place, { query, ...about }] of stack.entries()) {
    if (query === undefined) continue;
    const start = performance.now();
    const found = await search(query, about.project);
    answers.push({ ...about, rank: rankOf(found, place), ms: performance.now() - start });
  }
  return answers;
}

function report(size, answers, setOf = ({ set }) => set) {
  for (const [search, all] of Object.entries(answers))
    for (const [set, own] of Map.groupBy(all, setOf)) keep({ size, set, search, ...figuresOf(own) });
}

async function indexSize(size) {
  const bytes = await product.indexBytes();
  return Object.fromEntries(
    Object.entries(bytes).map(([name, of]) => [`${name}, bytes a row`, Math.round(of / size)]),
  );
}

/** The share of hits among the first five that remain when the two longest words are mistyped. */
async function typingErrors(size, search) {
  const random = seeded(11);
  const among5 = async (query, place) => (await search(query)).slice(0, 5).includes(place);
  let [hits, kept] = [0, 0];
  for (const [place, { query }] of asked.entries()) {
    const wrong = mistyped(query, random);
    if (wrong === null || !(await among5(query, place))) continue;
    hits++;
    if (await among5(wrong, place)) kept++;
  }
  keep({ size, set: 'two typing errors', search: 'product', hits, 'still there': kept / hits });
}

/** Hand-written questions in several languages, each with one right answer and some similar ones. */
async function scenes() {
  await product.forget();
  const stack = readScenes();
  const ids = [];
  for (const { document, project } of stack) ids.push(await product.store(document, project));
  await product.index();
  const search = async (query, project) =>
    (await product.search(query, project)).items.map(({ id }) => ids.indexOf(id));
  const fts5 = openFts5(stack.map(({ document }) => document));
  const answers = { product: await ask(search, stack), FTS5: await ask(fts5, stack) };
  for (const by of ['about', 'language']) report(stack.length, answers, (answer) => `scenes: ${answer[by]}`);
}

/** Questions about chats, whose messages are the documents: the share of the right ones among the first five. */
async function conversations() {
  await product.forget();
  const chats = conversationsAmong(
    200,
    texts.map(({ document }) => document),
  );
  const turns = chats.flatMap((chat) => chat.turns);
  const ids = [];
  for (const { chat, turns } of chats) ids.push(...(await product.say(chat, turns)));
  await product.index();
  const searches = {
    product: async (ask) =>
      (await product.search(ask, undefined, 'chat')).items.map(({ id }) => ids.indexOf(id)),
    FTS5: openFts5(turns),
  };
  for (const [search, find] of Object.entries(searches)) {
    let [found, wanted, first] = [0, 0, 0];
    for (const { turns, questions } of chats) {
      for (const { ask, evidence } of questions) {
        const hits = (await find(ask)).slice(0, 5).map((place) => place - first);
        wanted += evidence.length;
        found += evidence.filter((turn) => hits.includes(turn)).length;
      }
      first += turns.length;
    }
    keep({ size: turns.length, set: 'conversations', search, 'R@5': found / wanted });
  }
}
