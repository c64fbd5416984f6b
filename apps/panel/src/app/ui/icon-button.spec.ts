import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTROL = /<(button|a)\b((?:"[^"]*"|[^>"])*)>([\s\S]*?)<\/\1>/g;
const WITHOUT_A_WORD = /^(?:\s|<svg[\s\S]*?<\/svg>|@(?:else )?if \([^{]*\{|@else \{|\})+$/;

describe('a button or link that shows an icon alone', () => {
  it('has a hint, in every template', () => {
    const folder = join(__dirname, '..');
    const icons = globSync('**/*.{html,ts}', { cwd: folder }).flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(CONTROL)]
        .filter(([, , , content = '']) => WITHOUT_A_WORD.test(content))
        .map(([, , attributes = '']) => ({ file, attributes })),
    );
    expect(icons.length).toBeGreaterThan(3);
    expect(icons.filter(({ attributes }) => !/\btitle\b/.test(attributes)).map(({ file }) => file)).toEqual(
      [],
    );
  });
});
