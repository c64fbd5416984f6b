import { mountPointsOf } from './mount-points';

describe('the mount points of the system', () => {
  it('are read with the blanks in their paths', () => {
    const info = [
      '22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
      '98 22 254:0 /x/y /home/René/my\\040files/.claude.json rw - ext4 /dev/vda rw',
      '',
    ].join('\n');
    expect(mountPointsOf(info)).toEqual(['/', '/home/René/my files/.claude.json']);
  });
});
