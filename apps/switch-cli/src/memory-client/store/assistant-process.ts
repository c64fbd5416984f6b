import { readFileSync } from 'node:fs';
import { isAlive } from '../../files/process-alive';
import { processPlace } from '../../files/process-place';

/** The process of the assistant that a hook belongs to. */
export interface AssistantProcess {
  pid: number;
  /** When it was started, as the system counts it: a number may be given to another process later. */
  started: string | null;
  /** Where its number counts: two containers may share a home. Sessions of earlier versions have none. */
  place?: string;
}

const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'fish', 'ash', 'ksh'];

/**
 * The parent, or the parent of the shells between. Null where the system has no process table to read: there the parent
 * may be a shell that is gone at once, and its number says nothing about the assistant.
 */
export function assistantProcess(): AssistantProcess | null {
  const place = processPlace();
  let pid = process.ppid;
  if (statOf(pid) === null) return null;
  for (let level = 0; level < 3; level++) {
    const found = statOf(pid);
    if (found === null) break;
    if (!SHELLS.includes(found.name) || found.parent <= 1) return { pid, started: found.started, place };
    pid = found.parent;
  }
  return { pid, started: statOf(pid)?.started ?? null, place };
}

export function isSameProcess(one: AssistantProcess | null, other: AssistantProcess | null): boolean {
  const isSame = (name: keyof AssistantProcess) => one?.[name] === other?.[name];
  return one !== null && other !== null && isSame('pid') && isSame('started') && isHere(one) && isHere(other);
}

/** Of another machine or container it is not known: no. */
export function hasEnded(assistant: AssistantProcess): boolean {
  const { pid, started } = assistant;
  if (!isHere(assistant)) return false;
  if (!isAlive(pid)) return true;
  const found = statOf(pid);
  // A zombie: it has ended, and whoever started it has not asked yet.
  if (found?.state === 'Z') return true;
  return started !== null && found !== null && found.started !== started;
}

function isHere({ place = processPlace() }: AssistantProcess): boolean {
  return place === processPlace();
}

/** From Linux' process table; null where there is none. */
function statOf(pid: number): { name: string; state: string; parent: number; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const [state = '', parent = ''] = fields;
    const [name, started = ''] = [text.slice(text.indexOf('(') + 1, end), fields[19]];
    return { name, state, parent: Number(parent), started };
  } catch {
    return null;
  }
}
