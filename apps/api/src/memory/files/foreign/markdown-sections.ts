import { LIMITS } from '@groupless/shared-dto';
import { cutTo, ForeignRows } from './foreign-rows';

/** Blocks that memory programs write themselves: they say how to use the memory, or repeat it. */
const MANAGED = [
  /<!-- assistant-memory -->[\s\S]*?<!-- \/assistant-memory -->/g,
  /<claude-mem-context>[\s\S]*?<\/claude-mem-context>/g,
];
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
/** `@docs/style.md`: another file that belongs here. */
const REFERENCE = /^\s*(?:[-*]\s+)?@[\w~./-]+\s*$/;
/** Deeper headings stay within the text. */
const DEEPEST = 2;
const CATEGORY = 'instructions';
const FIRST = 'Introduction';

interface Section {
  /** The headings above it, and its own. */
  path: string[];
  line: number;
  lines: string[];
}

/**
 * The sections of a `CLAUDE.md` or `AGENTS.md` as entries of the state, each under its headings. An entry with that key stays as it is.
 * @param project the name of the project to which they belong; null: to none
 */
export function readSections(markdown: string, project: string | null): ForeignRows {
  const found = new ForeignRows();
  const known = new Set<string>();
  const own = MANAGED.reduce((text, block) => text.replace(block, emptied), markdown);
  for (const { path, line, lines } of sectionsOf(own, found)) {
    const value = lines.join('\n').trim();
    if (value === '') continue;
    const where = `line ${line}`;
    const key = keyOf(path, known);
    if ([...value].length > LIMITS.state_value.max) found.leaveOut(where, 'The section is too long.');
    else found.add({ kind: 'state', project, row: { key, value, category: CATEGORY } });
  }
  return found;
}

/** The same number of lines, so that those below keep their numbers. */
function emptied(block: string): string {
  return '\n'.repeat(block.split('\n').length - 1);
}

function sectionsOf(markdown: string, found: ForeignRows): Section[] {
  const sections: Section[] = [{ path: [], line: 1, lines: [] }];
  let fence: string | null = null;
  for (const [index, text] of markdown.replaceAll('\r\n', '\n').split('\n').entries()) {
    const [, opened] = FENCE.exec(text) ?? [];
    const [, marks = '', title = ''] = (fence === null ? HEADING.exec(text) : null) ?? [];
    if (opened !== undefined) fence = fenceAfter(fence, opened);
    const last = sections.at(-1);
    if (marks !== '' && marks.length <= DEEPEST) {
      const above = last?.path.slice(0, marks.length - 1) ?? [];
      sections.push({ path: [...above, title], line: index + 1, lines: [] });
    } else {
      if (fence === null && REFERENCE.test(text))
        found.leaveOut(`line ${index + 1}`, `The file ${text.trim()} is not part of this one.`);
      last?.lines.push(text);
    }
  }
  return sections;
}

function fenceAfter(fence: string | null, marks: string): string | null {
  if (fence === null) return marks;
  return marks.startsWith(fence) ? null : fence;
}

/** The headings without that of the whole document; two sections of one key are told apart by a number. */
function keyOf(path: readonly string[], known: Set<string>): string {
  const titles = path.length > 1 ? path.slice(1) : path;
  const name = titles.filter((title) => title !== '').join(' / ') || FIRST;
  const short = cutTo(name, LIMITS.state_key.max - 10);
  let key = short;
  for (let number = 2; known.has(identityOf(key)); number++) key = `${short} (${number})`;
  known.add(identityOf(key));
  return key;
}

/** By this the keys of a project are compared, as the database does it. */
function identityOf(key: string): string {
  return key
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '_');
}
