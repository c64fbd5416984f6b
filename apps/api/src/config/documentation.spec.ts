import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from './variables';
import type { Variable } from './variables/variable';

const ROOT = join(__dirname, '../../../..');
const EXAMPLE = readFileSync(join(ROOT, '.env.example'), 'utf8');
const SETTINGS = readFileSync(join(ROOT, 'docs/settings.md'), 'utf8');

const KNOWN = Object.entries<Variable>(VARIABLES).map(([name, { default: value, meaning }]) => ({
  name,
  default: value ?? null,
  meaning,
}));

/** Each variable of `.env.example`: a comment of one or more lines, then `# NAME=default`. */
function variablesOfExample() {
  const blocks = EXAMPLE.matchAll(/((?:^# .*\n)+)^#([A-Z_]+)=(.*)$/gm);
  return [...blocks].map(([, comment = '', name, value]) => ({
    name,
    default: value === '' ? null : value,
    meaning: comment.replaceAll(/^# /gm, '').trim().replaceAll('\n', ' '),
  }));
}

/** Each row `| NAME | default or words | … |` of the tables of settings; a default stands in backquotes. */
function variablesOfSettings() {
  const rows = SETTINGS.matchAll(/^\| `([A-Z_]+)` *\| *(.*?) *\|/gm);
  return [...rows].map(([, name, cell = '']) => ({ name, default: /^`(.*)`$/.exec(cell)?.[1] ?? null }));
}

const withoutMeaning = ({ name, default: value }: (typeof KNOWN)[number]) => ({ name, default: value });

describe('the documentation of the settings', () => {
  it('.env.example has each variable with its meaning and default', () => {
    expect(variablesOfExample()).toEqual(KNOWN);
  });

  it('.env.example sets nothing', () => {
    expect(EXAMPLE.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('docs/settings.md has each variable with its default', () => {
    expect(variablesOfSettings()).toEqual(KNOWN.map(withoutMeaning));
  });

  it('docs/settings.md names all that can come from a file', () => {
    const [, list = ''] = /can come from a file: [^]*?The variables: ([^]*?)\.\n\n/.exec(SETTINGS) ?? [];
    const named = [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) =>
      name.startsWith('…') ? ['PANEL', 'MEMORY'].map((of) => name.replace('…', `${of}_DATABASE`)) : [name],
    );
    const secret = Object.entries<Variable>(VARIABLES).filter(([, variable]) => variable.secret);
    expect(named.sort()).toEqual(secret.map(([name]) => name).sort());
  });
});
