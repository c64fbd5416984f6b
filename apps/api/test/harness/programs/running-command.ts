import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { programEnvironment } from './program-environment';

const BUILT = join(__dirname, '../../../../../dist/apps/api/main.cjs');

export interface Ran {
  code: number | null;
  output: string;
  errors: string;
}

export interface RunningCommand {
  child: ChildProcess;
  ended: Promise<Ran>;
}

/**
 * Starts one of the built commands as a process of its own, with these settings and no others.
 * @param input what is typed
 */
export function startCommand(
  name: string,
  environment: Record<string, string>,
  words: string[] = [],
  input?: string,
): RunningCommand {
  const env = { ...programEnvironment(), ...environment };
  const child = spawn(process.execPath, [BUILT, name, ...words], {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.on('error', () => undefined).end(input);
  let [output, errors] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<Ran>((resolve) =>
    child.once('close', (code) => resolve({ code, output, errors })),
  );
  return { child, ended };
}
