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
  /** What may follow an option of the program. */
  values: Record<string, readonly string[]>;
  commands: CompletedCommand[];
}

/** What commander knows of a program. */
export function completedProgram(
  program: Command,
  own: {
    words?: Record<string, readonly string[]>;
    values?: Record<string, readonly string[]>;
    withAccount?: readonly string[];
  },
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
    values: own.values ?? {},
    commands: commands.map((command) => ({
      name: command.name(),
      options: optionsOf(command).filter((option) => option !== '--help'),
      words: own.words?.[command.name()] ?? [],
      hasAccount: own.withAccount?.includes(command.name()) ?? false,
    })),
  };
}

/**
 * A script for the shell. Names of accounts are asked for when they are needed: `assistant-switch accounts -- <the line>` knows
 * which belong there.
 */
export function completionScript(shell: string, program: CompletedProgram): string {
  const script = SCRIPTS[shell];
  if (script !== undefined) return script(program);
  throw usageFailure(`There is no completion for "${shell}".`, 'There is: bash, zsh, fish.');
}

const SCRIPTS: Record<string, (program: CompletedProgram) => string> = { bash, zsh, fish };

function functionOf(name: string): string {
  return `_${name.replaceAll('-', '_')}`;
}

function hasAccounts({ commands }: CompletedProgram): boolean {
  return commands.some(({ hasAccount }) => hasAccount);
}

function bash(program: CompletedProgram): string {
  const { name, options, values, commands } = program;
  const cases = commands.map(
    (command) =>
      `    ${command.name}) options=(${[...command.options, ...options].join(' ')}); words=(${command.words.join(' ')});;`,
  );
  const ofOptions = Object.entries(values).map(
    ([option, words]) => `  [[ $before != ${option} ]] || words=(${words.join(' ')})\n`,
  );
  return `# ${name} completion bash >> ~/.bashrc
${functionOf(name)}() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} name
  local options=(${options.join(' ')}) words=()
  case $command in
${cases.join('\n')}
  esac
${ofOptions.join('')}  local IFS=$'\\n'
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] && [[ $word != -* ]]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' ${commands.map((command) => command.name).join(' ')})" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' "\${options[@]}")" -- "$word"))
  elif [ "\${#words[@]}" -gt 0 ]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' "\${words[@]}")" -- "$word"))
${
  hasAccounts(program)
    ? `  else
    while read -r name; do
      [[ $name == "\${word//\\\\/}"* ]] && COMPREPLY+=("$(printf '%q' "$name")")
    done < <(${name} accounts -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "\${COMP_WORDS[@]:COMP_CWORD+1}" 2>/dev/null)
`
    : ''
}  fi
}
complete -o default -F ${functionOf(name)} ${name}`;
}

function zsh(program: CompletedProgram): string {
  const { name, options, values, commands } = program;
  const cases = commands.map(
    (command) =>
      `    ${command.name}) options=(${[...command.options, ...options].join(' ')}); names=(${command.words.join(' ')});;`,
  );
  const ofOptions = Object.entries(values).map(
    ([option, words]) =>
      `  elif [[ $words[CURRENT-1] == ${option} ]]; then\n    compadd -- ${words.join(' ')}; _files; return\n`,
  );
  const accounts = `
  (( CURRENT > 2 && ! $#names )) && names=(\${(f)"$(${name} accounts -- "\${(@Q)words[2,CURRENT-1]}" "\${(@Q)words[CURRENT+1,-1]}" 2>/dev/null)"})`;
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
    return
${ofOptions.join('')}  elif (( CURRENT == 2 )); then
    compadd -- ${commands.map((command) => command.name).join(' ')}
    return
  fi${hasAccounts(program) ? accounts : ''}
  if (( $#names )); then
    compadd -- $names
  else
    _default
  fi
}
compdef ${functionOf(name)} ${name}`;
}

function fish({ name, options, values, commands }: CompletedProgram): string {
  const names = commands.map((command) => command.name).join(' ');
  const seen = (command: CompletedCommand) => `-n '__fish_seen_subcommand_from ${command.name}'`;
  const valuesOf = (option: string) =>
    values[option] === undefined ? '' : ` -r -a '${values[option].join(' ')}'`;
  return [
    `# ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    `complete -c ${name} -f -n 'not __fish_seen_subcommand_from ${names}' -a '${names}'`,
    ...options.map((option) => `complete -c ${name} -l ${option.slice(2)}${valuesOf(option)}`),
    ...commands.flatMap((command) => [
      ...command.options.map((option) => `complete -c ${name} ${seen(command)} -l ${option.slice(2)}`),
      ...(command.words.length > 0
        ? [`complete -c ${name} -f ${seen(command)} -a '${command.words.join(' ')}'`]
        : []),
      ...(command.hasAccount
        ? [
            `complete -c ${name} -f ${seen(command)} -a '(${name} accounts -- (commandline -opc)[2..-1] 2>/dev/null)'`,
          ]
        : []),
    ]),
  ].join('\n');
}
