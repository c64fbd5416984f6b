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
});
