import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

type Program = (args: readonly string[], streams: NodeJS.Process) => Promise<number>;

interface Surroundings {
  home: string;
  cwd: string;
  env: Record<string, string>;
  /** What is piped in. */
  input: string;
}

/** Runs a program of the CLI from its sources, in the tests' own process: many times faster than a process. */
export async function runInStreams(
  program: Program,
  args: readonly string[],
  { home, cwd, env, input }: Surroundings,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const streams = { stdin, stdout, stderr, env, cwd: () => cwd, platform: process.platform };
  const running = atHome(home, () => program(args, streams as unknown as NodeJS.Process));
  const written = [stdout, stderr].map((stream) => text(stream));
  const code = await running;
  stdout.end();
  stderr.end();
  const [said = '', complained = ''] = await Promise.all(written);
  return { code, stdout: said, stderr: complained };
}

/** A program asks the system for the home at its beginning, before anything else can run. */
function atHome<T>(home: string, begin: () => T): T {
  const before = process.env['HOME'];
  process.env['HOME'] = home;
  try {
    return begin();
  } finally {
    if (before === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before;
  }
}
