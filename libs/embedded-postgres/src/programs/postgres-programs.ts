import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { join, parse } from 'node:path';
import { type ServerUser, spawnSettings } from '../cluster/server-user';

export interface PostgresPrograms {
  readonly initdb: string;
  readonly pgCtl: string;
  /** As the server reports it, e.g. `18.4`. */
  readonly serverVersion: string;
}

/** The programs if this user can run them, else the system's error message. */
export type TriedPrograms = PostgresPrograms | { readonly complaint: string };

/** The major version of a version, e.g. `18` of `18.4`. */
export function majorOf(version: string): string {
  return version.split('.', 1).join();
}

/** Tries the programs in the folder (of the layout bin, lib, share) as this user. */
export function programsIn(folder: string, user: ServerUser): TriedPrograms {
  const pathOf = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const { root } = parse(folder);
  const tried = spawnSync(pathOf('postgres'), ['--version'], {
    ...spawnSettings(user, root, root),
    encoding: 'utf8',
  });
  const serverVersion = /\(PostgreSQL\) (\S+)/.exec(tried.stdout ?? '')?.[1];
  if (tried.status !== 0 || serverVersion === undefined)
    return { complaint: tried.error?.message ?? tried.stderr };
  return { initdb: pathOf('initdb'), pgCtl: pathOf('pg_ctl'), serverVersion };
}

export interface ProgramRun {
  readonly user: ServerUser;
  readonly home: string;
  readonly tmpFolder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A file descriptor for the standard output. Without it, the output is returned together with the errors. */
  readonly stdout?: number;
}

/** Runs a program and waits for its end. */
export function runProgram(program: string, args: string[], run: ProgramRun) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    let output = '';
    const settings = spawnSettings(run.user, run.home, run.tmpFolder);
    const stdio: StdioOptions = ['ignore', run.stdout ?? 'pipe', 'pipe'];
    const child = spawn(program, args, { ...settings, env: { ...settings.env, ...run.env }, stdio });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', (error) => resolve({ code: null, output: `${output}\n${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
