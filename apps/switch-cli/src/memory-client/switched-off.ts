import { filesAbove } from '../files/files-above';
import type { Environment } from '../program/environment';
import { Failure } from '../program/failure';
import { shellWord } from '../program/shell-word';

const VARIABLE = 'ASSISTANT_MEMORY_OFF';
export const OFF_FILE = '.assistant-memory-ignore';

/** Why nothing of a folder is to be remembered: a variable, or an own file in it or above it. Null: it is remembered. */
export function switchedOff({ variables }: Pick<Environment, 'variables'>, folder: string): string | null {
  if (!['', '0', undefined].includes(variables[VARIABLE])) return VARIABLE;
  return filesAbove(folder, OFF_FILE).find(({ isOwn }) => isOwn)?.path ?? null;
}

/** For whoever asks for the memory there: an assistant by a tool, and a person or an assistant by a command. */
export function offText(because: string): string {
  return `The memory is switched off here (${because}): nothing is stored or read.`;
}

export function howToSwitchOn(because: string): string {
  return because === VARIABLE ? `unset ${VARIABLE}` : `rm ${shellWord(because)}`;
}

/** @throws Failure where the memory is switched off: an assistant runs commands as a person does. */
export function refuseWhereOff(environment: Pick<Environment, 'variables' | 'cwd'>): void {
  const because = switchedOff(environment, environment.cwd);
  if (because !== null)
    throw new Failure('refused', offText(because), [`To switch it on: ${howToSwitchOn(because)}`]);
}
