import { setPriority } from 'node:os';
import { runCommand } from '../run-command';
import { runBackup } from './backup-command';

/** The entry point of `npm run backup` and of scheduled backups. */
// A lower priority than the server's.
setPriority(10);
runCommand(runBackup);
