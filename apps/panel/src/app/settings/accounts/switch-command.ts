import type { AccountDto } from '@groupless/shared-dto';

/** What a shell runs to make an account the active one and bring it to its machine. */
export interface SwitchCommands {
  /** With the installed command. */
  installed: string;
  /** In a copy of the repository. */
  repository: string;
}

/** By the name, or by the id where the name is another account's too or cannot be typed in a shell. */
export function switchCommands({ id, name }: AccountDto, all: readonly AccountDto[]): SwitchCommands {
  const is_shared = all.some((other) => other.id !== id && other.name === name);
  const account = is_shared || /^-|\p{Cc}/u.test(name) ? id : quoted(name);
  return {
    installed: `assistant-switch use ${account}`,
    repository: `npm run --silent switch -- use ${account}`,
  };
}

/** As one word of a shell: in double quotes, or in single ones if it holds what a shell would replace in those. */
function quoted(name: string): string {
  return /["$`\\!]/.test(name) ? `'${name.replaceAll("'", `'\\''`)}'` : `"${name}"`;
}
