import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CSS = readFileSync(join(process.cwd(), 'apps/panel/src/styles/tokens.css'), 'utf8');

/** The colours that a block of the file sets. */
function tokensOf(selector: string): Record<string, string> {
  const [, block = ''] = new RegExp(`${RegExp.escape(selector)}[^{]*\\{([^}]*)\\}`).exec(CSS) ?? [];
  const pairs = [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

const THEMES = { light: tokensOf("[data-theme='light']"), dark: tokensOf("[data-theme='dark']") };
const SURFACES = ['bg', 'surface', 'surface-2', 'surface-3'];
const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'no-show'];

/** WCAG 2: relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each(Object.entries(THEMES))('the colours of the %s theme', (_, tokens) => {
  const between = (front: string, back: string) => contrast(tokens[front] ?? '', tokens[back] ?? '');

  it.each(['text', 'text-2', 'text-3'].flatMap((text) => SURFACES.map((surface) => [text, surface])))(
    'let %s be read on %s',
    (text, surface) => {
      expect(between(text, surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-danger', 'danger'],
    ['accent-soft-text', 'accent-soft'],
    ['danger-text', 'danger-soft'],
    ['danger-text', 'surface'],
    ['danger-text', 'bg'],
    ['link', 'bg'],
    ['link', 'surface'],
    ['link', 'surface-2'],
    ['text', 'mark'],
    ['surface', 'text'],
    ...STATUSES.map((status) => [`${status}-fg`, `${status}-bg`]),
  ])('let %s be read on %s', (front, back) => {
    expect(between(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['bg', 'surface'])('let the edge of an input and the focus ring be seen on %s', (surface) => {
    expect(between('border-strong', surface)).toBeGreaterThanOrEqual(3);
    expect(between('focus', surface)).toBeGreaterThanOrEqual(3);
  });

  it.each([1, 2, 3, 4, 5, 6])('let the resource colour %s be seen on bg and surface', (hue) => {
    expect(between(`hue-${hue}`, 'bg')).toBeGreaterThanOrEqual(3);
    expect(between(`hue-${hue}`, 'surface')).toBeGreaterThanOrEqual(3);
  });

  it.each(STATUSES)('let the dot of %s be seen on its chip', (status) => {
    expect(between(`${status}-dot`, `${status}-bg`)).toBeGreaterThanOrEqual(2.5);
  });
});
