import { spawnSync } from 'node:child_process';
import { shellWord } from './shell-word';

describe('a word for the shell', () => {
  it.each(['plain', 'two words', `x"; rm -rf ~ #`, "it's", '$HOME `id` \\', 'ö/ü', '~root', '~', ''])(
    'is read by it as it was: %s',
    (text) => {
      const { stdout } = spawnSync('/bin/sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' });
      expect(stdout).toBe(text);
    },
  );
});
