import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keychainStore, serviceName } from './keychain';

/**
 * Stands in for `/usr/bin/security`, of which it knows what is used here: entries by service and account, the
 * code 44 for one that is not there, 36 where nobody can be asked, a line of at most 4,096 characters.
 */
const FAKE = `
const { existsSync, readFileSync, writeFileSync, appendFileSync } = require('node:fs');
const file = process.env.FAKE_KEYCHAIN;
appendFileSync(file + '.calls', JSON.stringify(process.argv.slice(2)) + '\\n');
if (process.env.FAKE_LOCKED) process.exit(36);
if (process.env.FAKE_INTERRUPTED && !existsSync(file + '.interrupted')) {
  writeFileSync(file + '.interrupted', '');
  process.kill(process.pid, 'SIGINT');
}
let items = {};
try { items = JSON.parse(readFileSync(file, 'utf8')); } catch {}
const option = (args, name) => args[args.indexOf(name) + 1];
const [command, ...args] = process.argv.slice(2);
if (command === '-i') {
  const line = readFileSync(0, 'utf8');
  if (line.length > 4096) process.exit(1);
  const words = line.match(/"(?:[^"\\\\]|\\\\.)*"|\\S+/g).map((word) => word.replace(/^"|"$/g, ''));
  items[option(words, '-s') + '/' + option(words, '-a')] = Buffer.from(option(words, '-X'), 'hex').toString();
  writeFileSync(file, JSON.stringify(items));
  process.exit(0);
}
const key = option(args, '-s') + '/' + option(args, '-a');
if (!(key in items)) process.exit(44);
if (command === 'delete-generic-password') {
  delete items[key];
  writeFileSync(file, JSON.stringify(items));
} else {
  const text = items[key];
  process.stdout.write((/^[\\x20-\\x7e]*$/.test(text) ? text : Buffer.from(text).toString('hex')) + '\\n');
}
`;

describe('the keychain of macOS', () => {
  let folder: string;
  let variables: Record<string, string>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switch-keychain-'));
    // A script's first line ends at a space: a path to Node.js that has one would not be found there.
    writeFileSync(join(folder, 'security.cjs'), FAKE);
    writeFileSync(join(folder, 'security'), '#!/bin/sh\nexec "$FAKE_NODE" "$0.cjs" "$@"\n', { mode: 0o755 });
    variables = {
      PATH: folder,
      USER: 'ada',
      FAKE_KEYCHAIN: join(folder, 'items'),
      FAKE_NODE: process.execPath,
    };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = () => join(folder, '.credentials.json');
  const store = (more: Record<string, string> = {}, config: string | null = null) =>
    keychainStore(
      file(),
      config,
      { variables: { ...variables, ...more }, home: '/Users/ada' },
      join(folder, 'security'),
    );
  const items = () => JSON.parse(readFileSync(join(folder, 'items'), 'utf8')) as Record<string, string>;

  it('holds the session under the names that Claude Code uses, and no file is made', () => {
    expect(store().read()).toBeNull();
    store().write('{"claudeAiOauth":{"accessToken":"é"}}');
    expect(store().read()?.text).toBe('{"claudeAiOauth":{"accessToken":"é"}}');
    expect(Object.keys(items())).toEqual(['Claude Code-credentials/ada']);
    expect(existsSync(file())).toBe(false);
    const suffix = createHash('sha256').update('/elsewhere').digest('hex').slice(0, 8);
    store({}, '/elsewhere').write('{}');
    expect(Object.keys(items())).toContain(`Claude Code-credentials-${suffix}/ada`);
  });

  it('is named by CLAUDE_CONFIG_DIR to the letter, composed, as Claude Code does', () => {
    const suffix = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
    expect(serviceName('/elsewhere/')).toBe(`Claude Code-credentials-${suffix('/elsewhere/')}`);
    expect(serviceName('./rel')).toBe(`Claude Code-credentials-${suffix('./rel')}`);
    expect(serviceName('/caf\u0065\u0301')).toBe(serviceName('/caf\u00e9'));
    expect(serviceName(null)).toBe('Claude Code-credentials');
  });

  it('is given no secret as an argument', () => {
    store().write('{"accessToken":"canary"}');
    const calls = readFileSync(join(folder, 'items.calls'), 'utf8');
    expect(calls).not.toMatch(new RegExp(`canary|${Buffer.from('canary').toString('hex')}`));
  });

  it('is replaced by the file where it cannot be used, as over SSH', () => {
    store().write('{"in":"keychain"}');
    const overSsh = store({ FAKE_LOCKED: '1' });
    expect(overSsh.read()).toBeNull();
    overSsh.write('{"in":"file"}');
    expect(overSsh.read()?.text).toBe('{"in":"file"}');
    const without = keychainStore(file(), null, { variables, home: '/Users/ada' }, join(folder, 'nothing'));
    expect(without.read()?.text).toBe('{"in":"file"}');
    expect(items()).toEqual({ 'Claude Code-credentials/ada': '{"in":"keychain"}' });
  });

  it('is asked again where Ctrl-C in the terminal has ended the program that asks it', () => {
    store({ FAKE_INTERRUPTED: '1' }).write('{"in":"keychain"}');
    expect(items()).toEqual({ 'Claude Code-credentials/ada': '{"in":"keychain"}' });
    expect(existsSync(file())).toBe(false);
  });

  it('keeps a file equal that stands beside it', () => {
    writeFileSync(file(), '{"old":1}', { mode: 0o600 });
    store().write('{"new":1}');
    expect([readFileSync(file(), 'utf8'), store().read()?.text]).toEqual(['{"new":1}', '{"new":1}']);
    expect(items()).toEqual({ 'Claude Code-credentials/ada': '{"new":1}' });
    store().write(null);
    expect(items()).toEqual({});
    expect([existsSync(file()), store().read()]).toEqual([false, null]);
  });

  it('refuses what is longer than one entry can be', () => {
    store().write('{"short":1}');
    expect(() => store().write(JSON.stringify({ a: 'x'.repeat(3_000) }))).toThrow('too long');
    expect(items()).toEqual({ 'Claude Code-credentials/ada': '{"short":1}' });
  });
});
