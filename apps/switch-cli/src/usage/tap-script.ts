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
 *
 * The input is held in a variable until it is in a file, so that a full disk takes none of it. A failed redirection of
 * `exec` would end the shell, so `true` tries each one first.
 */
export function tapScript(environment: Environment, target: Target, { node, file }: Program): string {
  const state = quoted(join(stateFolder(environment, target), 'state.json'));
  const inbox = quoted(inboxFolder(environment));
  const due = quoted(dueFile(environment));
  return `# Written by assistant-switch usage on; assistant-switch usage off removes it.
_asw_in=${inbox}/$$-\${PPID:-0}
if [ -d ${inbox} ] && [ -w ${inbox} ] && [ -x ${quoted(node)} ] && [ -r ${quoted(file)} ]; then
  # The point keeps the line breaks at the end.
  _asw_text=$(cat; echo .)
  _asw_text=\${_asw_text%.}
  if { printf %s "$_asw_text" >"$_asw_in.json" && true <"$_asw_in.json" && exec <"$_asw_in.json"; } 2>/dev/null; then
    # Whose session the machine has in this moment: what was written last, and whom Claude Code itself names.
    _asw_account=
    { read -r _asw_account && read -r _asw_account; } 2>/dev/null <${state}
    _asw_ids=$(grep -oE '"(account|organization)Uuid": *"[^"]*"' "\${CLAUDE_CONFIG_DIR:-$HOME}/.claude.json" 2>/dev/null)
    { printf '%s\\n%s\\n%s\\n' "$_asw_account" "\${CLAUDE_CONFIG_DIR-}" "$_asw_ids" >"$_asw_in.whose" && true >"$_asw_in.ready"; } 2>/dev/null
    if [ ! -e ${due} ] || [ "$_asw_in.json" -nt ${due} ]; then
      _asw_report='trap "" HUP INT TERM; while "$0" "$1" usage report; do sleep 60; done'
      _asw_setsid=
      ! command -v setsid >/dev/null 2>&1 || _asw_setsid=setsid
      $_asw_setsid sh -c "$_asw_report" ${quoted(node)} ${quoted(file)} </dev/null >/dev/null 2>&1 &
    fi
  else
    rm -f "$_asw_in.json" 2>/dev/null
    { true <<_ASW_TRIED && exec <<_ASW; } 2>/dev/null
$_asw_text
_ASW_TRIED
$_asw_text
_ASW
  fi
  unset _asw_account _asw_ids _asw_report _asw_setsid _asw_text
fi
unset _asw_in
`;
}

/** Which program a script starts; null where it is of another version. */
export function programOf(script: string): Program | null {
  const word = `('(?:[^']|'\\\\'')*')`;
  const [, node, file] = new RegExp(`\\[ -x ${word} \\] && \\[ -r ${word} \\]`).exec(script) ?? [];
  return node === undefined || file === undefined ? null : { node: unquoted(node), file: unquoted(file) };
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

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll(`'\\''`, "'");
}
