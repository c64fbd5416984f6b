import { bearerTokenOf } from './bearer-token';

describe('the bearer token of a header', () => {
  it.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER   a.b.c '])('is in "%s"', (header) => {
    expect(bearerTokenOf(header)).toBe('a.b.c');
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'a.b.c',
    ' Bearer a.b.c',
    'Basic a.b.c',
    'Bearer a.b.c junk',
    'Bearer a.b.c\tjunk',
    'Bearer a b',
    'a'.repeat(15_000),
    `Bearer ${'a'.repeat(15_000)}`,
  ])('is not in "%.30s"', (header) => {
    expect(bearerTokenOf(header)).toBeNull();
  });
});
