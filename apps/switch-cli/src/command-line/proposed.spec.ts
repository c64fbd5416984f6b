import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from './program';

const SOURCES = join(__dirname, '..');
const PANEL_TEXTS = join(__dirname, '../../../panel/src/app/settings/accounts/i18n/en.json');

/** A word of a command in a text: what a user puts in, an option, a name, or what the program puts in. */
const WORD = /^ (?:<[a-z-]+>|--?[a-z][a-z-]*|-(?![\w-])|"[^"]+"|\$\{[^}]*\}|\d+|claude-code|codex)/;
/** In a sentence about the program. */
const NO_COMMANDS =
  /^(?:run (?!<|\$|"|--)|brings|is|may|has|does|did|cannot|finds|would|writes|keeps|hook\b)/;

/** The commands that a text proposes, as somebody would type them. What follows in the sentence is none of their words. */
function proposedIn(text: string): string[][] {
  return [
    ...text.matchAll(
      /assistant-switch (\$\{(?:wanted\.)?bring\}|[a-z]+(?: (?:on|off|report|install|remove)\b)?)/g,
    ),
  ].flatMap(({ 0: all, 1: name = '', index }) => {
    if (NO_COMMANDS.test(text.slice(index + 'assistant-switch '.length))) return [];
    const words = name.split(' ');
    let rest = text.slice(index + all.length);
    for (let word = WORD.exec(rest); word !== null; word = WORD.exec(rest)) {
      words.push(word[0].trim());
      rest = rest.slice(word[0].length);
    }
    return [words.map((word) => (word.includes('bring}') ? 'sync' : /^[<"$]/.test(word) ? 'Team 1' : word))];
  });
}

describe('what assistant-switch proposes to run', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('memory-client'))
    .map((file) => join(SOURCES, file));

  it('are commands that there are, with the options and arguments that they have', () => {
    const commands = [...files, PANEL_TEXTS].flatMap((file) =>
      proposedIn(readFileSync(file, 'utf8')).map((words) => ({ words, file })),
    );
    expect(commands.length).toBeGreaterThan(40);
    const refused = commands.flatMap(({ words, file }) => {
      try {
        parseCommandLine(words);
        return [];
      } catch (failure) {
        return [`${words.join(' ')}: ${(failure as Error).message} (${file})`];
      }
    });
    expect(refused).toEqual([]);
  });
});
