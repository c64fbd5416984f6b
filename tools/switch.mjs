// `npm run switch`: bundles and runs the switch CLI. Bundling takes no longer than checking whether it is needed.
// Nothing else is printed: stdout and the exit code are the CLI's.
import './build/build-switch.mjs';

// npm runs scripts in the project's folder, but relative paths are from the user's folder.
process.chdir(process.env.INIT_CWD ?? '.');
await import(new URL('../dist/apps/switch-cli/assistant-switch.cjs', import.meta.url));
