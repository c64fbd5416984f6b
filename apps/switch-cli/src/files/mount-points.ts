import { readFileSync } from 'node:fs';

/** Whether a file is mounted by itself, as dev containers do: nothing can be renamed into its place. */
export function isMountPoint(path: string): boolean {
  return mountPoints().includes(path);
}

/** The kernel writes blanks in paths as octal numbers. Only Linux has this file. */
function mountPoints(): string[] {
  try {
    return mountPointsOf(readFileSync('/proc/self/mountinfo', 'utf8'));
  } catch {
    return [];
  }
}

export function mountPointsOf(mountInfo: string): string[] {
  return mountInfo.split('\n').flatMap((line) => {
    const point = line.split(' ')[4];
    if (point === undefined) return [];
    return [point.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))];
  });
}
