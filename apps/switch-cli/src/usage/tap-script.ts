import { join } from 'node:path';
import { stateFolder } from '../files/places';
import type { Environment } from '../program/environment';
import type { Target } from '../targets/target';
import { dueFile, inboxFolder } from './usage-places';

/** How the program is started again: Node.js and the file. */
export interface Program {
  node: string;
  file: string;
}

/**
 * What the shell of the status line reads before it runs the user's own command. It keeps what Claude Code says, hands it
 * on untouched, and starts the report in the background where one is due. A shell, because Node.js alone would take longer
 * to start than a prompt may wait; it starts `cat` and `grep`, and what else it does takes no process.
 */
export function tapScript(environment: Environment, target: Target, { node, file }: Program): string {
  const state = join(stateFolder(environment, target), 'state.json');
  return `# Written by assistant-switch usage on; assistant-switch usage off removes it.
_asw_in=${quoted(inboxFolder(environment))}/$$-\${PPID:-0}
if [ -d ${quoted(inboxFolder(environment))} ] && [ -x ${quoted(node)} ] && [ -r ${quoted(file)} ]; then
  cat >"$_asw_in.json"
  exec <"$_asw_in.json"
  # Whose session the machine has in this moment: what was written last, and whom Claude Code itself names.
  _asw_account=
  [ ! -r ${quoted(state)} ] || { read -r _asw_account && read -r _asw_account; } <${quoted(state)}
  {
    printf '%s\\n%s\\n' "$_asw_account" "\${CLAUDE_CONFIG_DIR-}"
    grep -oE '"(account|organization)Uuid": *"[^"]*"' "\${CLAUDE_CONFIG_DIR:-$HOME}/.claude.json" 2>/dev/null
  } >"$_asw_in.whose"
  : >"$_asw_in.ready"
  if [ ! -e ${quoted(dueFile(environment))} ] || [ "$_asw_in.json" -nt ${quoted(dueFile(environment))} ]; then
    _asw_report='trap "" HUP INT TERM; while "$0" "$1" usage report; do sleep 60; done'
    _asw_setsid=
    ! command -v setsid >/dev/null 2>&1 || _asw_setsid=setsid
    $_asw_setsid sh -c "$_asw_report" ${quoted(node)} ${quoted(file)} </dev/null >/dev/null 2>&1 &
  fi
  unset _asw_in _asw_account _asw_report _asw_setsid
fi
`;
}

/** The command of the status line: the script before the user's own, in the shell that Claude Code chooses. */
export function tappedCommand(script: string, own: string): string {
  return `${prefixOf(script)}${own}`;
}

/** The user's own command in such a command; null where it is none of ours. */
export function ownCommand(script: string, command: string): string | null {
  const prefix = prefixOf(script);
  return command.startsWith(prefix) ? command.slice(prefix.length) : null;
}

function prefixOf(script: string): string {
  return `[ ! -r ${quoted(script)} ] || . ${quoted(script)}; `;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
