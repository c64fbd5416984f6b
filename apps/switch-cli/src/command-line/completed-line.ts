import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAMS, toolOfTarget } from '../targets/tool-target';
import type { AccountTool } from '../panel/panel-account';

/** The options that take a word of their own. */
const VALUED = { target: { type: 'string' }, timeout: { type: 'string' }, url: { type: 'string' } } as const;

/** What a command line asks for where its account is to be completed. */
export interface AskedAccount {
  /** Whose accounts; null: of any tool. */
  tool: AccountTool;
}

/**
 * Reads a line that is not whole yet.
 * @param words without the program and the word that is completed, as the shell has split them
 * @param commands those whose first argument is an account
 * @returns null where no account belongs there
 */
export function askedAccount(words: readonly string[], commands: readonly string[]): AskedAccount | null {
  // bash gives quotes as they were typed, and splits at the sign.
  const args = words.filter((word) => word !== '=').map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
  const { tokens } = parseArgs({
    args,
    options: VALUED,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? args.length;
  const positional = tokens.flatMap((one) =>
    one.kind === 'positional' && one.index < end ? [one.value] : [],
  );
  const [command = '', account] = positional;
  const isValue = tokens.some(
    (one) => one.kind === 'option' && one.name in VALUED && one.value === undefined,
  );
  if (!commands.includes(command) || account !== undefined || isValue) return null;
  const target = tokens.findLast((one) => one.kind === 'option' && one.name === 'target');
  const named = target?.kind === 'option' ? toolOfTarget(target.value ?? null) : null;
  const program = PROGRAMS[basename(args[end + 1] ?? '')];
  return { tool: named ?? program ?? null };
}
