/** The commands of the one bundle. Each is loaded only when it is asked for, and runs by being loaded. */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  start: () => import('./programs/server/main'),
  admin: () => import('./programs/admin/main'),
  backup: () => import('./programs/backup/main'),
  demo: () => import('./programs/demo/main'),
  doctor: () => import('./programs/doctor/main'),
  'keys-rotate': () => import('./programs/keys-rotate/main'),
  purge: () => import('./programs/purge/main'),
  restore: () => import('./programs/restore/main'),
  service: () => import('./programs/service/main'),
};

// What is left is the command's own arguments.
const [name = 'start'] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command === undefined) {
  console.error(`There is no command ${name}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}
void command();
