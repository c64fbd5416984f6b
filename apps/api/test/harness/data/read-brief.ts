import type { ContextList } from '../../../src/memory/brief/context-rows';

const SECTIONS: Record<string, ContextList> = {
  'Pending tasks': 'pending_tasks',
  State: 'state',
  'Projects (priority, status, age)': 'projects',
  People: 'people',
  'Sessions, by the assistant unless marked': 'recent_sessions',
};

/** The items of each section of a brief, each with the lines that belong to it, as a reader finds them. */
export function readBrief(brief: string): Record<ContextList, string[]> {
  const items: Record<ContextList, string[]> = {
    projects: [],
    recent_sessions: [],
    state: [],
    people: [],
    pending_tasks: [],
    decisions: [],
  };
  let section: string[] = [];
  for (const line of brief.split('\n')) {
    if (line.startsWith('## ')) section = items[sectionOf(line.slice(3))];
    else if (line.startsWith('- ')) section.push(`${line}\n`);
    else if (line.startsWith('  ')) section.push(`${section.pop() ?? ''}${line}\n`);
  }
  return items;
}

/** The headings of a project's own sections name it. */
function sectionOf(heading: string): ContextList {
  if (heading.startsWith('Decisions of ')) return 'decisions';
  if (heading.startsWith('State of ')) return 'state';
  return SECTIONS[heading]!;
}

/** The text of a task, as the brief says how to read it. */
export function readTask(item: string): string {
  const text = item.slice(item.indexOf(': ') + 2, -1);
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
