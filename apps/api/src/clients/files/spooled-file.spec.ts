import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpooledFile } from './spooled-file';

describe('a file that is put aside', () => {
  const before = process.env['TMPDIR'];
  let folder: string;
  let file: SpooledFile;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'spooled-'));
    process.env['TMPDIR'] = folder;
    file = await SpooledFile.create();
  });
  afterEach(async () => {
    await file.close();
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true });
  });

  async function* parts(count: number): AsyncGenerator<Buffer> {
    for (let index = 0; index < count; index++) yield Buffer.alloc(50_000, index);
  }

  async function all(read: AsyncIterable<Buffer>): Promise<Buffer> {
    const whole: Buffer[] = [];
    for await (const part of read) whole.push(part);
    return Buffer.concat(whole);
  }

  it('comes back as it went in, as often as it is read', async () => {
    const passed = await all(file.keep(parts(7)));
    expect(passed).toEqual(await all(parts(7)));
    expect((await all(file.read())).equals(passed)).toBe(true);
    expect((await all(file.read())).equals(passed)).toBe(true);
  });

  it('has no name that anybody could open, or that a killed process would leave', async () => {
    await all(file.keep(parts(1)));
    expect(readdirSync(folder)).toEqual([]);
  });
});
