// How much there is in each room: `node tools/checks/weight.mjs` says what outgrew its entry in weight.json, `--write`
// writes the figures of now. A statement is one of TypeScript's or a member of a class, an interface or a type; each line
// of a text of several lines (SQL), of a template and of a style sheet counts as one. Comments weigh nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** Folders whose folders are rooms; their own files are a room, too. Every other file belongs to the first folder it lies in. */
const HOUSES = ['apps/api/src', 'apps/api/test', 'apps/panel/src/app', 'apps/switch-cli/src', 'libs'];
const CODE = /^(?:apps|libs|tools|bench)\/.*\.(?:ts|mjs|cjs|html|css|sql|sh)$/;
const DOCUMENT = /\.md$/;

/** A room may grow by so much before its entry has to be written anew. */
const SHARE = 0.03;
const STATEMENTS = 100;

/**
 * The figures of each room of a git checkout, its specs apart, and the words of each folder of documents.
 * @returns {Record<string, {statements: number, files: number} | {words: number}>} by path
 */
export function weigh(root) {
  const weight = {};
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  for (const path of tracked.split('\n').filter((name) => CODE.test(name) || DOCUMENT.test(name))) {
    const text = readTracked(join(root, path));
    if (text === null) continue;
    if (DOCUMENT.test(path)) {
      const entry = (weight[`${documentsOf(path)} (words)`] ??= { words: 0 });
      entry.words += text.split(/\s+/).filter((word) => /\w/.test(word)).length;
    } else {
      const entry = (weight[roomOf(path)] ??= { statements: 0, files: 0 });
      entry.statements += statementsOf(path, text);
      entry.files++;
    }
  }
  return Object.fromEntries(Object.entries(weight).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A line for each room, so that changes of several rooms merge. */
function written(weight) {
  const lines = Object.entries(weight).map(([room, figures]) => {
    const members = Object.entries(figures).map(([name, figure]) => `"${name}": ${figure}`);
    return `  ${JSON.stringify(room)}: { ${members.join(', ')} }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The figures above their entries, as lines for people. A room without an entry is one. */
export function outgrown(now, entries) {
  return Object.entries(now).flatMap(([room, figures]) =>
    Object.entries(figures).flatMap(([name, figure]) => {
      const entry = entries[room]?.[name];
      if (entry === undefined) return [`${room}: ${figure} ${name}, which has no entry`];
      const allowed = entry + Math.min(STATEMENTS, Math.ceil(entry * SHARE));
      return figure > allowed ? [`${room}: ${figure} ${name}, its entry says ${entry}`] : [];
    }),
  );
}

export function statementsOf(path, text) {
  if (!/\.[cm]?[jt]s$/.test(path)) return linesOf(text);
  let count = 0;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node) => {
    const isCounted =
      (ts.isStatement(node) && !ts.isBlock(node) && !ts.isImportDeclaration(node)) ||
      ts.isClassElement(node) ||
      ts.isTypeElement(node);
    if (isCounted) count++;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      count += linesOf(text.slice(node.getStart(source), node.end)) - 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return count;
}

function linesOf(text) {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

function roomOf(path) {
  const isSpec = path.endsWith('.spec.ts') && !path.startsWith('apps/api/test/');
  const house = HOUSES.find((folder) => path.startsWith(`${folder}/`));
  const rest = path.slice((house?.length ?? -1) + 1).split('/');
  const room = rest.length > 1 ? rest[0] : null;
  return [house, room].filter(Boolean).join('/') + (isSpec ? ' (specs)' : '');
}

function documentsOf(path) {
  if (path.startsWith('docs/adr/')) return 'docs/adr';
  return path.startsWith('docs/')
    ? 'docs'
    : path === 'CHANGELOG.md'
      ? path
      : 'README, CONTRIBUTING and others';
}

/** Null if the file was deleted and that is not committed. */
function readTracked(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const place = join(import.meta.dirname, 'weight.json');
  const now = weigh(join(import.meta.dirname, '../..'));
  if (process.argv.includes('--write')) writeFileSync(place, written(now));
  const lines = outgrown(now, JSON.parse(readFileSync(place, 'utf8')));
  for (const line of lines) console.error(line);
  process.exit(lines.length === 0 ? 0 : 1);
}
