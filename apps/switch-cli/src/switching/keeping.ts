import { plain } from '../program/plain-text';

/** The command that stores a session for the account that it is of, by why that is not done by itself. */
export function commandToKeep(why: string, { word, option }: { word: string; option: string }): string {
  // Only a person knows which account wrote these, and the owner that stands beside them is that of the other.
  if (why === 'doubtful') return `assistant-switch capture <account> --force${option}`;
  return `assistant-switch capture ${word}${option}`;
}

/** What is said in place of it, where storing the session here would replace a newer one. */
export function newerThan(name: string): string {
  return `The panel has a newer session of ${plain(name)}, so the tokens here are most likely dead`;
}
