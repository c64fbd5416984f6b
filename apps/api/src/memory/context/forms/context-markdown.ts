import { codePoints, type ContextForm } from './context-form';
import { rowsOf, type ContextList, type ContextRow } from '../context-rows';
import { continuationMark, exactText, label, LINE_BREAK, oneLine } from './markdown-text';

/** What an assistant wants to read first stands first. */
const SECTIONS: readonly ContextList[] = ['pending_tasks', 'state', 'projects', 'people', 'recent_sessions'];

const TITLE = '# Memory\n';

/**
 * The context as a brief for a prompt. Each row is an item of a list; what belongs to it is indented under
 * it, so no text gets out of its item, and none can begin a heading or a fence. The brief is read by a model:
 * whoever shows it in a browser has to leave HTML out, as with any Markdown.
 */
export const MARKDOWN_FORM: ContextForm = {
  content_type: 'text/markdown; charset=utf-8',
  write(rows: readonly ContextRow[]): string {
    const written = new Set<string>();
    let brief = TITLE;
    for (const row of SECTIONS.flatMap((list): ContextRow[] => rowsOf(rows, list))) {
      for (const heading of headings(row)) {
        if (!written.has(heading)) brief += heading;
        written.add(heading);
      }
      brief += item(row);
    }
    return brief;
  },
  writeRow: item,
  headingsOf: (row) => headings(row).map((key) => ({ key, characters: codePoints(key) })),
  encode,
  fittingPart(text: string, characters: number): number {
    let end = 0;
    for (const { mark, shown, start } of linesOf(text)) {
      characters -= mark.length;
      if (characters <= 0) break;
      const units = unitsOf(shown, characters);
      end = start + units;
      characters -= codePoints(shown.slice(0, units));
    }
    return end;
  },
};

/** A line of a text that says something; `mark` is what the brief puts before it. */
interface Line {
  mark: string;
  shown: string;
  /** Where `shown` begins in the text. */
  start: number;
}

/** Blank lines are left out: they would tell nothing, and end the item in the eyes of some readers. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split(LINE_BREAK)) {
    const shown = line.trim();
    const indent = line.slice(0, line.length - line.trimStart().length);
    const mark = lines.length === 0 ? '' : continuationMark(indent, shown);
    if (shown !== '') lines.push({ mark, shown, start: start + indent.length });
    start += line.length + 1;
  }
  return lines;
}

function encode(text: string): string {
  return linesOf(text)
    .map(({ mark, shown }) => mark + shown)
    .join('');
}

/** The length of so many code points at the beginning of a text, in UTF-16 units. */
function unitsOf(text: string, code_points: number): number {
  let units = 0;
  for (const character of text) {
    if (code_points-- <= 0) break;
    units += character.length;
  }
  return units;
}

function headings({ list, row }: ContextRow): string[] {
  switch (list) {
    case 'pending_tasks':
      return ['\n## Pending tasks\nPriority, project: the exact text; in double quotes, a JSON string.\n'];
    case 'state':
      return ['\n## State\n', `### ${oneLine(row.category)}\n`];
    case 'projects':
      return ['\n## Projects (priority, status)\n'];
    case 'people':
      return ['\n## People\n'];
    case 'recent_sessions':
      return ['\n## Recent sessions\n'];
  }
}

function item({ list, row, project }: ContextRow): string {
  switch (list) {
    case 'pending_tasks':
      return `- ${row.priority}${project === null ? '' : ` ${projectOfTask(project)}`}: ${exactText(row.task)}\n`;
    case 'state':
      return `- ${label(row.key)}:${after(' ', row.value)}\n`;
    case 'projects': {
      const { server, url, stack, notes } = row;
      return (
        `- ${label(row.name)} (${row.priority}, ${oneLine(row.status)})${after(': ', row.description)}\n` +
        fields({ server, url, stack, notes })
      );
    }
    case 'people':
      return `- ${label(row.name)}${after(' (', row.relationship, ')')}${after(': ', row.notes)}\n`;
    case 'recent_sessions':
      return (
        `- ${row.session_date.slice(0, 10)}${row.mood ? ` (${oneLine(row.mood)})` : ''}${after(': ', row.summary)}\n` +
        fields({
          projects: row.projects_touched,
          decisions: row.decisions_made,
          completed: row.tasks_completed,
          created: row.tasks_created,
        })
      );
  }
}

/** The text of a task begins after the first ": " of its line, so its project has none. */
function projectOfTask(name: string): string {
  return oneLine(name).replace(/:(?= )/g, '');
}

function fields(texts: Record<string, string>): string {
  return Object.entries(texts)
    .map(([name, text]) => after(`  - ${name}: `, text, '\n'))
    .join('');
}

/** A text with what stands before and after it, or nothing if there is nothing to read in it. */
function after(before: string, text: string, end = ''): string {
  const encoded = encode(text);
  return encoded === '' ? '' : before + encoded + end;
}
