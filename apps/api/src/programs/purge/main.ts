import { runCommand } from '../run-command';
import { runPurge } from './purge-command';

/** What `npm run purge` starts. */
runCommand(runPurge);
