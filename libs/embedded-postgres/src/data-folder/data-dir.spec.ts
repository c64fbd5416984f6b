import { DataDirError } from './data-dir';

describe('a data folder that cannot be used', () => {
  it.each([
    ['ENOSPC', /the disk is full; free some space/],
    ['EROFS', /the disk is read-only/],
    ['EACCES', /give this user the right to write there/],
    ['ENOTDIR', /it is a file, or lies below one/],
  ])('is told with what to do about %s', (code, advice) => {
    const { message } = new DataDirError('/data', 'DATA_DIR', Object.assign(new Error(), { code }));
    expect(message).toMatch(advice);
    expect(message).toContain(`/data cannot be used (${code})`);
  });
});
