import 'reflect-metadata';
import { runCommand } from '../run-command';
import { runAdminCommand } from './admin-commands';

/** What `npm run admin` starts. */
runCommand(runAdminCommand);
