import type { Command } from 'commander';
import { usageFailure } from '../program/failure';

/** What a shell can complete of a command. */
export interface CompletedCommand {
  name: string;
  options: string[];
  /** What its first argument may be. */
  words: readonly string[];
  /** Whether that may be the name of an account. */
  hasAccount: boolean;
}

export interface CompletedProgram {
  name: string;
  /** Of the program itself: they go with every command. */
  options: string[];
  commands: CompletedCommand[];
}

/** What commander knows of a program. */
export function completedProgram(
  program: Command,
  own: { words?: Record<string, readonly string[]>; withAccount?: readonly string[] },
): CompletedProgram {
  const optionsOf = (command: Command) =>
    command
      .createHelp()
      .visibleOptions(command)
      .flatMap(({ long }) => long ?? []);
  const commands = program.createHelp().visibleCommands(program);
  return {
    name: program.name(),
    options: optionsOf(program),
    commands: commands.map((command) => ({
      name: command.name(),
      options: optionsOf(command).filter((option) => option !== '--help'),
      words: own.words?.[command.name()] ?? [],
      hasAccount: own.withAccount?.includes(command.name()) ?? false,
    })),
  };
}

/** A script for the shell. Names of accounts are asked for when they are needed: `assistant-switch accounts`. */
export function completionScript(shell: string, program: CompletedProgram): string {
  const script = SCRIPTS[shell];
  if (script !== undefined) return script(program);
  throw usageFailure(`There is no completion for "${shell}".`, 'There is: bash, zsh, fish.');
}

const SCRIPTS: Record<string, (program: CompletedProgram) => string> = { bash, zsh, fish };

function functionOf(name: string): string {
  return `_${name.replaceAll('-', '_')}`;
}

function bash({ name, options, commands }: CompletedProgram): string {
  const cases = commands.map(
    (command) =>
      `    ${command.name}) options=(${[...command.options, ...options].join(' ')}); words=(${command.words.join(' ')});;`,
  );
  const accounts = commands.filter(({ hasAccount }) => hasAccount);
  return `# ${name} completion bash >> ~/.bashrc
${functionOf(name)}() {
  local word=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} name
  local options=(${options.join(' ')}) words=()
  case $command in
${cases.join('\n')}
  esac
  local IFS=$'\\n'
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' ${commands.map((command) => command.name).join(' ')})" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' "\${options[@]}")" -- "$word"))
  elif [ "$COMP_CWORD" -eq 2 ] && [[ " ${accounts.map((command) => command.name).join(' ')} " == *" $command "* ]]; then
    while read -r name; do
      [[ $name == "\${word//\\\\/}"* ]] && COMPREPLY+=("$(printf '%q' "$name")")
    done < <(${name} accounts 2>/dev/null)
  elif [ "\${#words[@]}" -gt 0 ]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' "\${words[@]}")" -- "$word"))
  fi
}
complete -o default -F ${functionOf(name)} ${name}`;
}

function zsh({ name, options, commands }: CompletedProgram): string {
  const cases = commands.map((command) => {
    const account = command.hasAccount ? `; names=("\${(@f)$(${name} accounts 2>/dev/null)}")` : '';
    return `    ${command.name}) options=(${[...command.options, ...options].join(' ')}); names=(${command.words.join(' ')})${account};;`;
  });
  return `#compdef ${name}
# ${name} completion zsh > "\${fpath[1]}/_${name}"
${functionOf(name)}() {
  local -a options names
  options=(${options.join(' ')})
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    compadd -- $options
  elif (( CURRENT == 2 )); then
    compadd -- ${commands.map((command) => command.name).join(' ')}
  elif (( CURRENT == 3 && $#names )); then
    compadd -- $names
  else
    _default
  fi
}
compdef ${functionOf(name)} ${name}`;
}

function fish({ name, options, commands }: CompletedProgram): string {
  const names = commands.map((command) => command.name).join(' ');
  const seen = (command: CompletedCommand) => `-n '__fish_seen_subcommand_from ${command.name}'`;
  return [
    `# ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    `complete -c ${name} -f -n 'not __fish_seen_subcommand_from ${names}' -a '${names}'`,
    ...options.map((option) => `complete -c ${name} -l ${option.slice(2)}`),
    ...commands.flatMap((command) => [
      ...command.options.map((option) => `complete -c ${name} ${seen(command)} -l ${option.slice(2)}`),
      ...(command.words.length > 0
        ? [`complete -c ${name} -f ${seen(command)} -a '${command.words.join(' ')}'`]
        : []),
      ...(command.hasAccount
        ? [`complete -c ${name} -f ${seen(command)} -a '(${name} accounts 2>/dev/null)'`]
        : []),
    ]),
  ].join('\n');
}
