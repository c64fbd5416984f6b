import { runCommand } from '../run-command';
import { runPurge } from './purge-command';

/** The entry point of `npm run purge`. */
runCommand(runPurge);
