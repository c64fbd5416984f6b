import { FilledTexts } from './filled-texts';

function fill(value: unknown, params?: Record<string, unknown>): unknown {
  return new FilledTexts().transpile({ value, params, translation: { other: 'another text' }, key: 'a' });
}

describe('a text with places', () => {
  it('gets what it is given', () => {
    expect(fill('{{ count }} of {{total}}', { count: 0, total: 12 })).toBe('0 of 12');
  });

  it.each(['{{ name }}', '{{ count }} {{ name }} {{ cause }}', '{{ other }}', '$&', '$1'])(
    'takes %s as it is, whoever is called so',
    (name) => {
      expect(fill('Select {{ name }}', { name, count: 1 })).toBe(`Select ${name}`);
    },
  );

  it('stays empty where nothing is given', () => {
    expect(fill('Hello {{ name }}!')).toBe('Hello !');
    expect(fill('{{ constructor }}{{ name }}', { name: null })).toBe('');
  });

  it('leaves what is no text alone', () => {
    expect(fill({ one: '{{ n }}' }, { n: 1 })).toEqual({ one: '{{ n }}' });
  });
});
