import { runAdminCommand } from '../../../src/programs/admin/admin-commands';
import { runBackup } from '../../../src/programs/backup/backup-command';
import { removeRows } from '../../../src/programs/demo/former/remove-rows';
import { runDoctor } from '../../../src/programs/doctor/doctor-command';
import { rotateKeys } from '../../../src/programs/keys-rotate/rotate-keys';
import { runPurge } from '../../../src/programs/purge/purge-command';
import { toStartFailure } from '../../../src/programs/start-failure';
import { programEnvironment } from './program-environment';
import type { Ran } from './running-command';

type Command = (words: string[], print: (line: string) => void) => Promise<number>;

const printed =
  (run: (words: string[]) => Promise<string>): Command =>
  async (words, print) => {
    print(await run(words));
    return 0;
  };

const COMMANDS = {
  admin: printed(runAdminCommand),
  backup: printed(runBackup),
  'keys-rotate': printed((words) => rotateKeys(words, () => Promise.resolve(''))),
  purge: printed(runPurge),
  'demo --remove-rows': async (_words, print) => {
    await removeRows(print);
    return 0;
  },
  doctor: async (words, print) => {
    const { text, exit_code } = await runDoctor(words);
    print(text);
    return exit_code;
  },
} satisfies Record<string, Command>;

/** As `startCommand()`, without a process, whose start takes longer than most of what these do. */
export async function runInProcess(
  name: keyof typeof COMMANDS,
  environment: Record<string, string>,
  words: string[] = [],
): Promise<Ran> {
  let output = '';
  const print = (line: string) => (output += `${line}\n`);
  try {
    const code = await withEnvironment(environment, () => COMMANDS[name](words, print));
    return { code, output, errors: '' };
  } catch (error) {
    const { message, exit_code } = toStartFailure(error);
    return { code: exit_code, output, errors: `${message}\n` };
  }
}

/** A command takes its environment at its beginning, before anything else can run. */
function withEnvironment<T>(environment: Record<string, string>, begin: () => T): T {
  const before = process.env;
  process.env = { ...programEnvironment(), ...environment };
  try {
    return begin();
  } finally {
    process.env = before;
  }
}
