import { setPriority } from 'node:os';
import { runCommand } from '../run-command';
import { runBackup } from './backup-command';

/** What `npm run backup` starts, and the server for its own backups. */
// The server that runs beside it comes first.
setPriority(10);
runCommand(runBackup);
