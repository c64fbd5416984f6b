import type { ContextRow } from '../context-rows';
import { ageOf } from './age';
import { encode } from './markdown-lines';
import { exactText, label, oneLine } from './markdown-text';

/** The headings above an item; each appears once. */
export function headings({ list, row, project }: ContextRow): string[] {
  switch (list) {
    case 'pending_tasks':
      return [
        '\n## Pending tasks\nPriority, project, age: the exact text; in double quotes, a JSON string.\n',
      ];
    case 'state':
      return project === null
        ? ['\n## State\n', `### ${oneLine(row.category)}\n`]
        : [`\n## State of ${oneLine(project)} (category, age)\n`];
    case 'decisions':
      return [`\n## Decisions of ${oneLine(project ?? '')} (number, age)\n`];
    case 'projects':
      return ['\n## Projects (priority, status, age)\n'];
    case 'people':
      return ['\n## People\n'];
    case 'recent_sessions':
      return ['\n## Sessions, by the assistant unless marked\n'];
  }
}

/** @param now null: ages have their greatest length */
export function item(shown: ContextRow, now: Date | null): string {
  const { list, row, project, source } = shown;
  const age = ageOf(timeOf(shown), now);
  const made = source === null ? age : `${age}, ${source}`;
  switch (list) {
    case 'pending_tasks':
      return `- ${row.priority}${project === null ? '' : ` ${projectOfTask(project)}`} ${made}: ${shown.held ? heldTask(row.id) : exactText(row.task)}\n`;
    case 'state':
      return `- ${label(row.key)} (${project === null ? '' : `${oneLine(row.category)}, `}${made}${olderThan(shown)}):${after(' ', row.value)}\n`;
    case 'decisions':
      return `- #${row.id} (${made})${after(': ', row.text)}\n`;
    case 'projects': {
      const { server, url, stack, notes } = row;
      return (
        `- ${label(row.name)} (${row.priority}, ${oneLine(row.status)}, ${made})${after(': ', row.description)}\n` +
        fields({ server, url, stack, notes })
      );
    }
    case 'people':
      return `- ${label(row.name)} (${made})${after(', ', row.relationship)}${after(': ', row.notes)}\n`;
    case 'recent_sessions': {
      const times = shown.times === undefined ? null : `${shown.times} times`;
      const about = [made, times, row.mood].filter((part) => part !== null).map(oneLine);
      return (
        `- ${row.session_date.slice(0, 10)} (${about.join(', ')})${after(': ', row.summary)}\n` +
        fields({
          projects: row.projects_touched,
          decisions: row.decisions_made,
          completed: row.tasks_completed,
          created: row.tasks_created,
        })
      );
    }
  }
}

/** A held task: a person decides about its text, but it can be completed. */
const heldTask = (id: number) => `held, #${id} (a person has to release its text; done takes the id)`;

function timeOf({ list, row }: ContextRow): string {
  switch (list) {
    case 'recent_sessions':
      return row.session_date;
    case 'pending_tasks':
      return row.created_at;
    case 'decisions':
      return row.at;
    default:
      return row.updated_at;
  }
}

function olderThan({ older_than }: ContextRow): string {
  return older_than === undefined ? '' : `, older than ${oneLine(older_than)}`;
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

/** A text with a prefix and suffix; nothing if the text is blank. */
function after(before: string, text: string, end = ''): string {
  const encoded = encode(text);
  return encoded === '' ? '' : before + encoded + end;
}
