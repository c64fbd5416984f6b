// Reads /proc of a process. CPU times are user and system time of all its threads.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for programs, whatever the kernel's own clock. */
const TICKS_PER_S = 100;

/** @returns CPU seconds of the process alone; `children_s`: of the children that it has buried */
function cpuOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces. After it: state, parent, … user and system ticks, those of children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (place) => Number(fields[place]) / TICKS_PER_S;
  return { parent: Number(fields[1]), own_s: ticks(11) + ticks(12), children_s: ticks(13) + ticks(14) };
}

export function cpuSeconds(pid) {
  return cpuOf(pid).own_s;
}

/** CPU seconds of a server that answers by child processes, with those that have ended. */
export function familyCpuSeconds(pid) {
  const parent = cpuOf(pid);
  let sum = parent.own_s + parent.children_s;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const child = cpuOf(name);
      if (child.parent === pid) sum += child.own_s;
    } catch {
      // The process has just ended.
    }
  }
  return sum;
}

/** Resident memory in MB, now and at most since the start. */
export function memoryMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1_024);
  return { now: field('VmRSS'), most: field('VmHWM') };
}

/** CPU seconds that all processes of the machine used; `busy_s` since `before`. */
export function machineUse(before) {
  const [, ...numbers] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/);
  const [user, nice, system, , , irq, softirq] = numbers.map(Number);
  const used_s = (user + nice + system + irq + softirq) / TICKS_PER_S;
  return { used_s, busy_s: used_s - (before?.used_s ?? used_s) };
}
