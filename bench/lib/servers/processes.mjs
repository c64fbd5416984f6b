// Reads /proc of a process. CPU times are user and system time of all its threads.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second. */
const TICKS_PER_S = 100;

/** @returns CPU seconds of the process; `children_s`: of its reaped children */
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

/** CPU seconds of a server with its child processes, including ended ones. */
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
  const usedS = (user + nice + system + irq + softirq) / TICKS_PER_S;
  return { used_s: usedS, busy_s: usedS - (before?.used_s ?? usedS) };
}
