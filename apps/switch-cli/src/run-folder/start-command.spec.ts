import { startOf } from './start-command';

const WINDOWS = {
  platform: 'win32' as const,
  variables: { Path: 'C:\\Windows;C:\\Users\\Ada Ö\\AppData\\Roaming\\npm', ComSpec: 'C:\\Windows\\cmd.exe' },
};
const NPM = 'C:\\Users\\Ada Ö\\AppData\\Roaming\\npm';

describe('how a command is started', () => {
  it('is as it was written on Linux and macOS', () => {
    const linux = { platform: 'linux' as const, variables: {} };
    expect(startOf('claude', ['-p', 'a b'], linux)).toEqual({
      file: 'claude',
      args: ['-p', 'a b'],
      isVerbatim: false,
    });
  });

  it('is by cmd.exe for what npm installs on Windows, whatever the path and the arguments hold', () => {
    const exists = (path: string) => path === `${NPM}\\claude.cmd`;
    const { file, args, isVerbatim } = startOf('claude', ['-p', 'say "100%" & go'], { ...WINDOWS, exists });
    expect([file, isVerbatim]).toEqual(['C:\\Windows\\cmd.exe', true]);
    expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
    const line = args[3] ?? '';
    expect(line).toContain('claude.cmd');
    // Nothing of the argument is left to cmd.exe.
    expect(line.slice(1, -1)).not.toMatch(/(?<!\^)[&%]/);
  });

  it('is direct for a program, found by its endings in the order of PATHEXT', () => {
    const exists = (path: string) => [`${NPM}\\tool.cmd`, 'C:\\Windows\\tool.exe'].includes(path);
    expect(startOf('tool', ['a b'], { ...WINDOWS, exists })).toEqual({
      file: 'C:\\Windows\\tool.exe',
      args: ['a b'],
      isVerbatim: false,
    });
    expect(startOf('missing', [], { ...WINDOWS, exists }).file).toBe('missing');
  });
});
