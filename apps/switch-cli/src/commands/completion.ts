import { usageFailure } from '../program/failure';
import type { Outcome, Run } from '../program/run';
import { panelOf } from '../switching/switching';

const OPTIONS = [
  '--target',
  '--json',
  '--dry-run',
  '--force',
  '--insecure',
  '--timeout',
  '--help',
  '--version',
];
const WITH_ACCOUNT = ['use', 'capture', 'run'];

/** A script for the shell. Names of accounts are asked for when they are needed: `assistant-switch accounts`. */
export function completion(shell: string, commands: readonly string[]): Promise<Outcome> {
  const script = SCRIPTS[shell];
  if (script === undefined) {
    throw usageFailure(`There is no completion for "${shell}".`, 'There is: bash, zsh, fish.');
  }
  return Promise.resolve({ lines: [script(commands)], facts: { shell } });
}

/** The names of the accounts, a line each; nothing if they cannot be had at once. */
export async function accountNames(run: Run): Promise<Outcome> {
  const options = { ...run.options, timeout_ms: Math.min(run.options.timeout_ms, 1_000) };
  const accounts = await Promise.resolve()
    .then(() => panelOf({ ...run, options }).listAccounts())
    .catch(() => []);
  // A name with a line break would be read as two.
  const names = accounts.map(({ name }) => name).filter((name) => !/[\p{Cc}]/u.test(name));
  return { lines: names, facts: { names }, isSilent: names.length === 0 };
}

const SCRIPTS: Record<string, (commands: readonly string[]) => string> = {
  bash: (commands) => `# assistant-switch completion bash >> ~/.bashrc
_assistant_switch() {
  local word=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} name
  local IFS=$'\\n'
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' ${commands.join(' ')})" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$(printf '%s\\n' ${OPTIONS.join(' ')})" -- "$word"))
  elif [ "$COMP_CWORD" -eq 2 ] && [[ " ${WITH_ACCOUNT.join(' ')} " == *" $command "* ]]; then
    while read -r name; do
      [[ $name == "\${word//\\\\/}"* ]] && COMPREPLY+=("$(printf '%q' "$name")")
    done < <(assistant-switch accounts 2>/dev/null)
  fi
}
complete -o default -F _assistant_switch assistant-switch`,
  zsh: (commands) => `#compdef assistant-switch
# assistant-switch completion zsh > "\${fpath[1]}/_assistant-switch"
_assistant_switch() {
  if (( CURRENT == 2 )); then
    compadd -- ${commands.join(' ')}
  elif [[ $PREFIX == -* ]]; then
    compadd -- ${OPTIONS.join(' ')}
  elif (( CURRENT == 3 )) && [[ " ${WITH_ACCOUNT.join(' ')} " == *" $words[2] "* ]]; then
    local -a names
    names=("\${(@f)$(assistant-switch accounts 2>/dev/null)}")
    compadd -- $names
  else
    _default
  fi
}
compdef _assistant_switch assistant-switch`,
  fish: (commands) => `# assistant-switch completion fish > ~/.config/fish/completions/assistant-switch.fish
complete -c assistant-switch -f -n __fish_use_subcommand -a '${commands.join(' ')}'
complete -c assistant-switch -f -n '__fish_seen_subcommand_from ${WITH_ACCOUNT.join(' ')}' -a '(assistant-switch accounts 2>/dev/null)'
${OPTIONS.map((option) => `complete -c assistant-switch -l ${option.slice(2)}`).join('\n')}`,
};
