// Measures quality and speed of the memory's search against SQLite's FTS5 on the same texts. See README.md.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFts5 } from './fts5.mjs';
import { loadSources } from './lib/bundle.mjs';
import { temporaryFolder } from './lib/servers/cluster.mjs';
import { run } from './lib/run.mjs';
import {
  inRandomOrder,
  makePairs,
  mistyped,
  phraseOf,
  readConversations,
  readPairs,
  readScenes,
  seeded,
} from './search-texts.mjs';

const LIMIT_MINUTES = 120;
const HAYSTACK = 50;
const MISTYPED = 1_000;

const { data, large } = parseArgs({
  options: { data: { type: 'string' }, large: { type: 'string' } },
}).values;
const pairs = data === undefined ? makePairs(1_600) : readPairs(data);
let product;
await run(LIMIT_MINUTES, async (stack) => {
  const folder = temporaryFolder(stack);
  const { startMemory } = await loadSources('bench/memory-product.mjs');
  product = await startMemory(join(folder, 'data'));
  stack.defer(product.stop);
  const haystacks = [];
  const shuffled = inRandomOrder(pairs);
  for (let at = 0; at + HAYSTACK <= shuffled.length; at += HAYSTACK)
    haystacks.push(shuffled.slice(at, at + HAYSTACK));
  await compare(`${haystacks.length} × ${HAYSTACK}`, haystacks);
  await compare(`${pairs.length}`, [pairs]);
  await typingErrors(await openSearch(pairs));
  await phrases();
  await scenes();
  await conversations();
  if (large !== undefined) await speed(makePairs(Number(large)));
});

/** Loads the documents, and returns a search for their indexes, best first. */
async function openSearch(stack) {
  await product.forget();
  const places = new Map();
  const store = async ({ document, project }, place) =>
    places.set(await product.store(document, project), place);
  for (let at = 0; at < stack.length; at += HAYSTACK)
    await Promise.all(stack.slice(at, at + HAYSTACK).map((pair, index) => store(pair, at + index)));
  await product.index();
  return async (query, project) =>
    (await product.search(query, project)).items.map(({ id }) => places.get(id));
}

async function compare(documents, stacks) {
  const ours = [];
  const theirs = [];
  for (const stack of stacks) {
    ours.push(...(await ask(await openSearch(stack), stack)));
    theirs.push(...(await ask(openFts5(stack.map(({ document }) => document)), stack)));
  }
  print({ documents, search: 'product', ...figures(ours) });
  print({ documents, search: 'FTS5', ...figures(theirs) });
}

/** Searches with the question of each document; documents without a question are distractors. */
async function ask(search, stack) {
  const answers = [];
  for (const [place, { query, project, ...about }] of stack.entries()) {
    if (query === undefined) continue;
    const start = performance.now();
    const found = await search(query, project);
    answers.push({ ...about, ms: performance.now() - start, rank: found.indexOf(place) + 1 });
  }
  return answers;
}

/** Queries of three consecutive words of a document. */
async function phrases() {
  const random = seeded(5);
  const stack = pairs.map(({ document }) => ({ document, query: phraseOf(document, random) }));
  await compare('phrases', [stack]);
}

/** Hand-written questions in several languages, each with one right answer and some similar ones. */
async function scenes() {
  const stack = readScenes();
  const ours = await ask(await openSearch(stack), stack);
  const theirs = await ask(openFts5(stack.map(({ document }) => document)), stack);
  for (const by of ['about', 'language'])
    for (const name of new Set(ours.map((answer) => answer[by]))) {
      const those = (answers) => answers.filter((answer) => answer[by] === name);
      print({ scenes: name, search: 'product', ...figures(those(ours)) });
      print({ scenes: name, search: 'FTS5', ...figures(those(theirs)) });
    }
  print({ scenes: 'all', search: 'product', ...figures(ours) });
  print({ scenes: 'all', search: 'FTS5', ...figures(theirs) });
}

/** Questions about chats, whose messages are the documents: the recall of the right ones among the first five. */
async function conversations() {
  await product.forget();
  const chats = readConversations();
  const turns = chats.flatMap((chat) => chat.turns);
  const ids = [];
  for (const chat of chats) ids.push(...(await product.say(chat.chat, chat.turns)));
  await product.index();
  const fts5 = openFts5(turns);
  const searches = {
    product: async (ask) =>
      (await product.search(ask, undefined, 'chat')).items.map(({ id }) => ids.indexOf(id)),
    FTS5: fts5,
  };
  for (const [name, search] of Object.entries(searches)) {
    let found = 0;
    let asked = 0;
    let first = 0;
    for (const chat of chats) {
      for (const { ask, evidence } of chat.questions) {
        const hits = (await search(ask)).slice(0, 5).map((place) => place - first);
        asked += evidence.length;
        found += evidence.filter((turn) => hits.includes(turn)).length;
      }
      first += chat.turns.length;
    }
    print({
      conversations: chats.length,
      turns: turns.length,
      search: name,
      'R@5': (found / asked).toFixed(3),
    });
  }
}

/** The share of hits among the first five that remain when the two longest words are mistyped. */
async function typingErrors(search) {
  const random = seeded(11);
  const clean = { hits: 0, kept: 0, asked: 0 };
  for (const [place, { query }] of pairs.entries()) {
    const wrong = mistyped(query, random);
    if (wrong === null || clean.asked === MISTYPED) continue;
    clean.asked++;
    if (!(await search(query)).slice(0, 5).includes(place)) continue;
    clean.hits++;
    if ((await search(wrong)).slice(0, 5).includes(place)) clean.kept++;
  }
  const kept = ((100 * clean.kept) / clean.hits).toFixed(1);
  console.log(`two typing errors: ${clean.asked} queries, ${clean.hits} hits, ${kept} % of them kept`);
}

async function speed(many) {
  const search = await openSearch(many);
  print({
    documents: `${many.length}`,
    search: 'product',
    ...figures(await ask(search, many.slice(0, 500))),
  });
}

function figures(answers) {
  const ms = answers.map((answer) => answer.ms).sort((a, b) => a - b);
  const ranks = answers.map(({ rank }) => rank).filter((rank) => rank > 0);
  const share = (count) => (count / answers.length).toFixed(3);
  return {
    'R@1': share(ranks.filter((rank) => rank === 1).length),
    'R@5': share(ranks.filter((rank) => rank <= 5).length),
    MRR: share(ranks.reduce((sum, rank) => sum + 1 / rank, 0)),
    'p50 ms': ms[Math.floor(ms.length / 2)].toFixed(1),
    'p95 ms': ms[Math.floor(ms.length * 0.95)].toFixed(1),
  };
}

function print(row) {
  console.log(
    Object.entries(row)
      .map(([name, value]) => `${name} ${value}`)
      .join('  '),
  );
}
