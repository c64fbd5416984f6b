import { runCommand } from '../run-command';
import { runRestore } from './restore-command';

/** What `npm run restore` starts. */
runCommand(runRestore);
