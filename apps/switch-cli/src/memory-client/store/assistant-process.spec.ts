import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasEnded, isSameProcess } from './assistant-process';

describe('the process of an assistant', () => {
  const gone = { pid: 4_194_305, started: '1' };

  it('has ended when its number is nobody’s here', () => {
    expect(hasEnded(gone)).toBe(true);
    expect(hasEnded({ pid: process.pid, started: null })).toBe(false);
  });

  it('of another container is neither ended nor the same, whatever its number', () => {
    const there = { ...gone, place: 'another-place' };
    expect(hasEnded(there)).toBe(false);
    expect(isSameProcess(there, gone)).toBe(false);
    expect(isSameProcess(gone, { ...gone })).toBe(true);
  });

  it('has ended where nobody has asked yet how, as in a container without an init', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 5']);
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = { pid: Number(printed.toString()), started: null };
    while (!hasEnded(zombie)) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(() => process.kill(zombie.pid, 0)).not.toThrow();
    parent.kill();
  });
});
