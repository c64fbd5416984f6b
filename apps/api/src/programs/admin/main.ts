import 'reflect-metadata';
import { runCommand } from '../run-command';
import { runAdminCommand } from './admin-commands';

/** The entry point of `npm run admin`. */
runCommand(runAdminCommand);
