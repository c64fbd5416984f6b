/** What the built file prints for `--version`. */
declare const PROGRAM_VERSION: string;

export const VERSION = typeof PROGRAM_VERSION === 'undefined' ? 'source' : PROGRAM_VERSION;

export const SUMMARY = `Puts the panel's active assistant account on this machine, without losing a session.`;

export const HELP_AFTER = `
First time
  assistant-switch login https://panel.example.com   asks for the key
  assistant-switch capture "Team 1"                  stores the session of this machine in the panel

Every day
  assistant-switch                                   brings the panel's active accounts (sync)
  assistant-switch use "Team 2"                      makes another account active, and brings it
  assistant-switch use "Team 2" --here               brings it to this machine only
  assistant-switch run "Team 2" -- claude            one process with an account of its own
  assistant-switch restore                           puts back what was here before
  assistant-switch use --best                        the account with most room (first: assistant-switch usage on)

Without --target, sync, status and doctor go through each tool that has an active account and a session on this machine;
where none has, through that of the account that was activated last. "use -" goes back within the tool used last.

Accounts are named by their exact name or their id; the first line of a file ".assistant-account" names the one
for its folder. Tokens that the assistant has renewed are stored in the panel before a session is replaced. What
is not known to be safe is refused, with the ways out.

Files
  ~/.claude/.credentials.json, ~/.claude.json   --target claude-code; both below $CLAUDE_CONFIG_DIR if set;
                                                on macOS the keychain, and the file where it is locked
  ~/.codex/auth.json                            --target codex; below $CODEX_HOME if set
  ~/.config/assistant-switch/config.json        the panel's address and the key
  ~/.local/state/assistant-switch/              what was written, and the last 10 versions of each target

Environment
  ASSISTANT_SWITCH_URL, ASSISTANT_SWITCH_KEY    win over the config file; the address needs the key beside it
  ASSISTANT_SWITCH_HOME                         holds config and state instead of the two folders
  ASSISTANT_SWITCH_MACHINE                      how the panel calls this machine; the host name without it
  XDG_CONFIG_HOME, XDG_STATE_HOME, NO_COLOR     as everywhere

Exit codes
  0  done, or nothing to do        3  the panel does not accept the key, or not for this
  1  failure, or refused           4  nothing to write: no active account, no session, no version
  2  wrong usage                   5  the panel gave no answer
run ends with the exit code of its command.
With --json the result is one object on stdout; a failure is one on stderr: {"error": {"code", …}}.
`;
