import { foldName, type AssigneeDto } from '@groupless/shared-dto';

/** An `@` that begins a word, as none of an email does. */
const MARK = /(?<![\p{L}\p{N}])@/u;
const LETTER = /^[\p{L}\p{N}]/u;

/** The ids of those whom a text names by `@` and the whole name. Of several names that fit, the longest is meant. */
export function mentionedIn(text: string, team: readonly AssigneeDto[]): string[] {
  const named = team.map(({ id, name }) => ({ id, name: foldName(name) }));
  const mentioned = foldName(text)
    .split(MARK)
    .slice(1)
    .flatMap((rest) => {
      const fitting = named.filter(
        ({ name }) => rest.startsWith(name) && !LETTER.test(rest.slice(name.length)),
      );
      const longest = Math.max(...fitting.map(({ name }) => name.length));
      return fitting.filter(({ name }) => name.length === longest).map(({ id }) => id);
    });
  return [...new Set(mentioned)];
}
