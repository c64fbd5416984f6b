import { setPriority } from 'node:os';
import { runBackup } from './backup-command';

/** What `npm run backup` starts, and the server for its own backups. */
// The server that runs beside it comes first.
setPriority(10);
runBackup(process.argv.slice(2)).then(
  (text) => {
    console.log(text);
    process.exit(0);
  },
  (failure: unknown) => {
    const { message, exit_code } = failure as { message: string; exit_code: number };
    console.error(message);
    process.exit(exit_code);
  },
);
