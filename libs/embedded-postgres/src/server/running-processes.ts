import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const onLinux = process.platform === 'linux';
const onWindows = process.platform === 'win32';
const watchIntervalMs = 250;

/** Whether the process id is in use, also by a zombie. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process runs. Zombies do not count: in a container, process 1 often never reaps its children. */
export function isRunning(pid: number): boolean {
  if (!pidIsTaken(pid)) return false;
  if (!onLinux) return true;
  const state = linuxStat(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/**
 * The start time of a process, which tells it from a later one with the same id. `undefined` if the process is gone or
 * the system does not tell.
 */
export function startMark(pid: number): string | undefined {
  if (onLinux) {
    const startedAt = linuxStat(pid)?.[19];
    // The start time counts from the boot, so the boot's id makes it unique.
    return startedAt === undefined ? undefined : `${bootId()} ${startedAt}`;
  }
  if (onWindows) return powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`);
  return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** Whether the process is a PostgreSQL server of this data folder. */
export function isPostgresOf(clusterFolder: string, pid: number): boolean {
  if (!onLinux) {
    const command = onWindows
      ? powershell(`(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`)
      : outputOf('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return command !== undefined && command.includes('postgres') && command.includes(clusterFolder);
  }
  try {
    // The working directory of a server is its data folder, even after the folder is renamed.
    const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
    const worksIn = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(clusterFolder);
    return program === 'postgres' && worksIn.ino === folder.ino && worksIn.dev === folder.dev;
  } catch (error) {
    // In containers even root may not inspect another user's process, but may read its command line.
    const { code } = error as NodeJS.ErrnoException;
    return (code === 'EACCES' || code === 'EPERM') && hasArgument(clusterFolder, pid);
  }
}

/** The PostgreSQL processes of the folder, with those of connections. Linux only; elsewhere none. */
export function postgresProcessesOf(clusterFolder: string): number[] {
  if (!onLinux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isPostgresOf(clusterFolder, pid));
}

/** Whether the process is suspended (SIGSTOP, a debugger). Then only SIGKILL works. */
export function isSuspended(pid: number): boolean {
  return onLinux && ['T', 't'].includes(linuxStat(pid)?.[0] ?? '');
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

/** Resolves when the process has ended. The timer does not keep this process alive. */
export function whenGone(pid: number): Promise<void> {
  const mark = startMark(pid);
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      // Elsewhere the start time needs another program, too slow for four times a second.
      const isSame = !onLinux || startMark(pid) === mark;
      if (isRunning(pid) && isSame) return;
      clearInterval(watch);
      resolve();
    }, watchIntervalMs);
    watch.unref();
  });
}

function hasArgument(clusterFolder: string, pid: number): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program) === 'postgres' && args.includes(clusterFolder);
  } catch {
    return false;
  }
}

/** The fields of /proc/<pid>/stat from the state on. The name before them may contain blanks and brackets. */
function linuxStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

let knownBootId: string | undefined;

function bootId(): string {
  if (knownBootId === undefined) {
    try {
      knownBootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    } catch {
      knownBootId = '';
    }
  }
  return knownBootId;
}

function powershell(expression: string): string | undefined {
  return outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', expression]);
}

function outputOf(program: string, args: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true });
  const output = status === 0 ? stdout.trim() : '';
  return output === '' ? undefined : output;
}
