import { runCommand } from '../run-command';
import { runRestore } from './restore-command';

/** The entry point of `npm run restore`. */
runCommand(runRestore);
