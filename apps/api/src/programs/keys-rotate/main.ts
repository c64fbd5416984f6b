import 'reflect-metadata';
import { runCommand } from '../run-command';
import { rotateKeys } from './rotate-keys';

/** The entry point of `npm run keys:rotate`. */
runCommand(rotateKeys);
