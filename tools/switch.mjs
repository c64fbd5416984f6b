// What `npm run switch` runs: the switch CLI, bundled anew, which takes no longer than to find out whether that is
// needed. Nothing else is printed: stdout and the exit code are the CLI's.
import './build/build-switch.mjs';

// npm runs scripts in the project's folder; a relative path is meant from where the user is.
process.chdir(process.env.INIT_CWD ?? '.');
await import(new URL('../dist/apps/switch-cli/assistant-switch.cjs', import.meta.url));
