import * as fc from 'fast-check';
import { withHooks, withoutHooks, type HookEntry } from './hook-entries';
import { BrokenSettings } from './json-edits';
import { isSwitchHook, switchHooks } from './switch-hooks';

const ENTRIES = switchHooks('claude-code');
const install = (text: string, entries: readonly HookEntry[] = ENTRIES) =>
  withHooks(text, entries, isSwitchHook);
const remove = (text: string) => withoutHooks(text, isSwitchHook);

const FOREIGN = `{
  // what the user wrote
  "model": "opus",   "n": 1.50,
  "hooks": {
    "SessionStart": [
      { "hooks": [ { "type": "command", "command": "other-tool start" } ] }
    ],
    "Stop": [{"hooks":[{"type":"command","command":"say done"}]}]
  },
  "big": 12345678901234567890
}
`;

describe('hooks in the settings of an assistant', () => {
  it('are added behind those of others, whose bytes stay', () => {
    const text = install(FOREIGN);
    const { hooks } = JSON.parse(text.replace(/\/\/.*/, '')) as { hooks: Record<string, object[]> };
    expect(hooks['SessionStart']).toEqual([
      { hooks: [{ type: 'command', command: 'other-tool start' }] },
      {
        matcher: 'startup|resume',
        hooks: [
          {
            type: 'command',
            command: 'assistant-switch hook session-start --target claude-code',
            timeout: 5,
          },
        ],
      },
    ]);
    expect(hooks['SessionEnd']).toHaveLength(1);
    for (const part of [
      '// what the user wrote',
      '"model": "opus",   "n": 1.50,',
      '{ "hooks": [ { "type": "command", "command": "other-tool start" } ] }',
      '"Stop": [{"hooks":[{"type":"command","command":"say done"}]}]',
      '"big": 12345678901234567890',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('are there once, however often they are installed, and gone after one removal', () => {
    for (const text of ['', '{}', '{}\n', FOREIGN, '{\r\n\t"a": 1\r\n}\r\n']) {
      const once = install(text);
      expect(install(once)).toBe(once);
      expect(remove(once)).not.toContain('assistant-switch');
      expect(remove(remove(once))).toBe(remove(once));
    }
    expect(remove(install(FOREIGN))).toBe(FOREIGN);
    expect(remove(FOREIGN)).toBe(FOREIGN);
  });

  it('replace those of an older version', () => {
    const older = install('{}', [
      { event: 'SessionStart', command: '/usr/bin/assistant-switch hook old', timeout: 1 },
      { event: 'PreCompact', command: 'assistant-switch hook gone', timeout: 1 },
    ]);
    expect(install(older)).not.toMatch(/hook (old|gone)|PreCompact/);
    expect(JSON.parse(install(older))).toEqual(JSON.parse(install('{}')));
  });

  it('leave a list that somebody else shares', () => {
    const shared = JSON.stringify({
      hooks: {
        SessionEnd: [
          { hooks: [{ command: 'assistant-switch hook session-end' }, { command: 'their-tool end' }] },
        ],
      },
    });
    expect(JSON.parse(remove(shared))).toEqual({
      hooks: { SessionEnd: [{ hooks: [{ command: 'their-tool end' }] }] },
    });
  });

  it('are not written into what the assistant could not read', () => {
    for (const text of ['{', '[]', '"x"', '{"hooks": []}', '{"hooks": {"SessionStart": {}}}', '{} {}']) {
      expect(() => install(text)).toThrow(BrokenSettings);
    }
  });

  it('change nothing else in any settings, and their removal gives the same settings back', () => {
    const settings = fc.dictionary(
      fc.string().filter((name) => name !== 'hooks' && name !== '__proto__'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, 4, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const before = JSON.parse(text) as object;
        const installed = install(text);
        const { hooks, ...others } = JSON.parse(installed) as { hooks: object };
        expect(Object.keys(hooks)).toEqual(['SessionStart', 'SessionEnd']);
        expect(others).toEqual(before);
        expect(JSON.parse(remove(installed))).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });
});
