import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const on_linux = process.platform === 'linux';
const on_windows = process.platform === 'win32';

/** Whether the process id is in use at all, be it by a dead process that nobody has collected yet. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process runs. A dead one that its parent has not collected is not running: in a container
 * process 1 often never collects anything, and its dead would otherwise seem to live for ever.
 */
export function isRunning(pid: number): boolean {
  if (!pidIsTaken(pid)) return false;
  if (!on_linux) return true;
  const state = linuxStat(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/**
 * What tells a process from a later one with the same id: when it was started. `undefined` when the process
 * is gone or the system does not tell.
 */
export function startMark(pid: number): string | undefined {
  if (on_linux) {
    const started_at = linuxStat(pid)?.[19];
    // The start is counted from the boot of the machine, which repeats itself after a reboot.
    return started_at === undefined ? undefined : `${bootId()} ${started_at}`;
  }
  if (on_windows) return powershell(`(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`);
  return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

/** Whether the process is a PostgreSQL server that works in this very data folder. */
export function isPostgresOf(cluster_folder: string, pid: number): boolean {
  if (!on_linux) {
    const command = on_windows
      ? powershell(`(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`)
      : outputOf('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return command !== undefined && command.includes('postgres') && command.includes(cluster_folder);
  }
  try {
    // A server enters its data folder at once and never leaves it, also when the folder is renamed.
    const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''));
    const works_in = statSync(`/proc/${pid}/cwd`);
    const folder = statSync(cluster_folder);
    return program === 'postgres' && works_in.ino === folder.ino && works_in.dev === folder.dev;
  } catch (error) {
    // In containers even root may not look into the processes of another user, but see how they were called.
    const { code } = error as NodeJS.ErrnoException;
    return (code === 'EACCES' || code === 'EPERM') && wasCalledFor(cluster_folder, pid);
  }
}

/** The PostgreSQL processes that work in the folder, the connections' too. Linux only; elsewhere none. */
export function postgresProcessesOf(cluster_folder: string): number[] {
  if (!on_linux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isPostgresOf(cluster_folder, pid));
}

/** Whether somebody has suspended the process (SIGSTOP, a debugger): it then reacts to SIGKILL alone. */
export function isSuspended(pid: number): boolean {
  return on_linux && ['T', 't'].includes(linuxStat(pid)?.[0] ?? '');
}

function wasCalledFor(cluster_folder: string, pid: number): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program) === 'postgres' && args.includes(cluster_folder);
  } catch {
    return false;
  }
}

/** The fields of /proc/<pid>/stat from the state on; what stands before may hold blanks and brackets. */
function linuxStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

let known_boot_id: string | undefined;

function bootId(): string {
  if (known_boot_id === undefined) {
    try {
      known_boot_id = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    } catch {
      known_boot_id = '';
    }
  }
  return known_boot_id;
}

function powershell(expression: string): string | undefined {
  return outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', expression]);
}

function outputOf(program: string, args: string[]): string | undefined {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true });
  const output = status === 0 ? stdout.trim() : '';
  return output === '' ? undefined : output;
}
