import { userInfo } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../run-command';
import { runService } from './service-command';

/** The entry point of `groupless service`. */
runCommand((words) => {
  const { env, execPath } = process;
  const program = join(__dirname, 'groupless.mjs');
  const at = { folder: process.cwd(), node: execPath, program, user: userInfo().username };
  return runService(words, { ...at, data_dir: env['DATA_DIR'], backup_dir: env['BACKUP_DIR'] });
});
