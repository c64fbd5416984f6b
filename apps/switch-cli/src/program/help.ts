/** What the built file prints for `--version`. */
declare const PROGRAM_VERSION: string;

export const VERSION = typeof PROGRAM_VERSION === 'undefined' ? 'source' : PROGRAM_VERSION;

export const SUMMARY = `Puts the panel's active assistant account on this machine, without losing a session.`;

export const HELP_AFTER = `
First time
  assistant-switch login https://panel.example.com   asks for the key
  assistant-switch capture "Team A"                  stores the session of this machine in the panel

Every day
  assistant-switch                                   brings the panel's active account (sync)
  assistant-switch use "Team B"                      makes another one active, and brings it
  assistant-switch restore                           puts back what was here before

Accounts are named by their exact name or their id. Before a session is replaced that the assistant has
renewed since, it is stored in the panel. What cannot be told safely is refused, with the ways out.

Files
  ~/.claude/.credentials.json, ~/.claude.json   --target claude-code; both below $CLAUDE_CONFIG_DIR if set
  ~/.codex/auth.json                            --target codex; below $CODEX_HOME if set
  ~/.config/assistant-switch/config.json        the panel's address and the key
  ~/.local/state/assistant-switch/              what was written, and the last 10 versions of each target

Environment
  ASSISTANT_SWITCH_URL, ASSISTANT_SWITCH_KEY    win over the config file
  ASSISTANT_SWITCH_HOME                         holds config and state instead of the two folders
  XDG_CONFIG_HOME, XDG_STATE_HOME, NO_COLOR     as everywhere

Exit codes
  0  done, or nothing to do        3  the panel does not accept the key, or not for this
  1  failure, or refused           4  nothing to write: no active account, no session, no version
  2  wrong usage                   5  the panel gave no answer
With --json the result is one object on stdout; a failure is one on stderr: {"error": {"code", …}}.
`;
