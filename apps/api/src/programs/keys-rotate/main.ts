import 'reflect-metadata';
import { runCommand } from '../run-command';
import { rotateKeys } from './rotate-keys';

/** What `npm run keys:rotate` starts. */
runCommand(rotateKeys);
