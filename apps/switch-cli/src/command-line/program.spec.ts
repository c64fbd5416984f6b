import { parseCommandLine } from './program';

function parsed(...args: string[]) {
  return parseCommandLine(args);
}

describe('the command line', () => {
  it('is sync without a command, and takes options before and after one', () => {
    expect(parsed()).toMatchObject({ kind: 'command', name: 'sync' });
    expect(parsed('--json')).toMatchObject({ name: 'sync', options: { json: true, target: null } });
    const options = {
      json: true,
      force: true,
      dry_run: true,
      insecure: true,
      target: 'codex',
      timeout_ms: 1_500,
    };
    const flags = ['--json', '--force', '--dry-run', '--insecure', '--target', 'codex', '--timeout', '1.5'];
    expect(parsed(...flags, 'use', 'a')).toMatchObject({ name: 'use', options });
    expect(parsed('use', 'a', ...flags)).toMatchObject({ name: 'use', options });
    expect(parsed('login', '--url', 'https://a', '--key-stdin')).toMatchObject({ name: 'login' });
  });

  it('is wrong with what it does not know or what is missing', () => {
    const wrong = [
      ['frobnicate'],
      ['use', 'a', 'b'],
      ['list', 'a'],
      ['--frobnicate'],
      ['--target'],
      ['--timeout', 'x'],
      ['--timeout', '0'],
      ['login', '--key', 'secret'],
    ];
    for (const args of wrong) {
      expect(() => parseCommandLine(args)).toThrow(expect.objectContaining({ code: 'usage', exit_code: 2 }));
    }
    expect(() => parsed('frobnicate')).toThrow('There is no command "frobnicate"');
  });

  it('explains every command with its options', () => {
    for (const args of [['--help'], ['-h'], ['use', '--help']]) {
      expect(parseCommandLine(args)).toMatchObject({
        kind: 'text',
        text: expect.stringContaining('--force'),
      });
    }
  });
});
