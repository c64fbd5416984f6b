import { SharedReads } from './shared-reads';

/** Readings that end when the test says so. */
class Readings {
  readonly begun: PromiseWithResolvers<string>[] = [];

  readonly read = (): Promise<string> => {
    const reading = Promise.withResolvers<string>();
    this.begun.push(reading);
    return reading.promise;
  };

  end(index: number): void {
    this.begun[index]?.resolve(`reading ${index}`);
  }

  fail(index: number): void {
    this.begun[index]?.reject(new Error(`reading ${index}`));
  }
}

describe('readings that many share', () => {
  let reads: SharedReads<string>;
  let readings: Readings;
  beforeEach(() => {
    reads = new SharedReads();
    readings = new Readings();
  });

  const get = (name = 'context') => reads.get(name, readings.read);

  it('begin at once where none runs', async () => {
    const reader = get();
    expect(readings.begun).toHaveLength(1);
    readings.end(0);
    expect(await reader).toBe('reading 0');
  });

  it('are never joined once they run: all who come meanwhile share the next', async () => {
    const early = get();
    const late = [get(), get(), get()];
    expect(readings.begun).toHaveLength(1);
    readings.end(0);
    expect(await early).toBe('reading 0');
    expect(readings.begun).toHaveLength(2);
    readings.end(1);
    expect(await Promise.all(late)).toEqual(['reading 1', 'reading 1', 'reading 1']);
  });

  it('are not joined by a reader who comes in the very moment in which one ends', async () => {
    const again = get().then(() => get());
    const waiting = get();
    readings.end(0);
    // The one that was waited for takes over; who has just been answered can still wish for it before it begins.
    await Promise.resolve();
    await Promise.resolve();
    expect(readings.begun.length).toBeLessThanOrEqual(2);
    readings.end(1);
    expect(await waiting).toBe('reading 1');
    readings.end(2);
    expect(['reading 1', 'reading 2']).toContain(await again);
  });

  it('begin one after the other, in the order in which they were wished for', async () => {
    const ended: string[] = [];
    const note = (text: string) => ended.push(text);
    const first = get().then(note);
    const second = get().then(note);
    readings.end(0);
    await first;
    const third = get().then(note);
    readings.end(1);
    await second;
    readings.end(2);
    await third;
    expect(ended).toEqual(['reading 0', 'reading 1', 'reading 2']);
  });

  it('fail for those alone who wait for them', async () => {
    const early = get();
    const late = [get(), get()];
    readings.fail(0);
    await expect(early).rejects.toThrow('reading 0');
    readings.fail(1);
    for (const reader of late) await expect(reader).rejects.toThrow('reading 1');
    const after = get();
    readings.end(2);
    expect(await after).toBe('reading 2');
  });

  it('go on for the others when nobody looks at one any more', async () => {
    const late = (get(), get());
    readings.end(0);
    await Promise.resolve();
    readings.end(1);
    expect(await late).toBe('reading 1');
  });

  it('do not wait for those of another name', async () => {
    const context = get();
    const brief = get('brief');
    expect(readings.begun).toHaveLength(2);
    readings.end(1);
    expect(await brief).toBe('reading 1');
    readings.end(0);
    expect(await context).toBe('reading 0');
  });
});
