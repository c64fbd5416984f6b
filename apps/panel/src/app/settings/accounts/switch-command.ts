import type { AccountDto } from '@groupless/shared-dto';

/**
 * What a shell runs to make an account the active one and bring it to its machine. By the name, or by the id where the
 * name is another account's too or cannot be typed in a shell.
 */
export function switchCommand({ id, name, tool }: AccountDto, all: readonly AccountDto[]): string {
  const isShared = all.some((other) => other.id !== id && other.name === name);
  const account = isShared || /^-|\p{Cc}/u.test(name) ? id : quoted(name);
  // Nobody but the user knows where another program keeps its session.
  return `assistant-switch use ${account}${tool === 'other' ? ' --target <path>' : ''}`;
}

/** As one word of a shell: in double quotes, or in single ones if it holds what a shell would replace in those. */
function quoted(name: string): string {
  return /["$`\\!]/.test(name) ? `'${name.replaceAll("'", `'\\''`)}'` : `"${name}"`;
}
