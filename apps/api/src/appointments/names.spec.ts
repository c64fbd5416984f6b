import { findName, foldName, isSameName, resourceOf } from '@groupless/shared-dto';

describe('names that people choose', () => {
  it.each([
    ['Stand 2', 'stand 2'],
    ['Stand 2', ' STAND   2 '],
    ['Stand 2', 'Ｓｔａｎｄ　２'],
    ['Stand 2', 'Stand\u00a02'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['Zoë', 'Zoe\u0308'],
    ['Кабинет', 'КАБИНЕТ'],
  ])('mean the same: %j and %j', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(foldName(foldName(one))).toBe(foldName(one));
  });

  it.each([
    ['Stand 2', 'Stand 3'],
    ['Stand 2', 'Stand2'],
    ['Zoe', 'Zoë'],
    ['Anna', 'Anna B'],
  ])('mean something else: %j and %j', (one, other) => {
    expect(isSameName(one, other)).toBe(false);
  });

  it('are found as they are written, before those that mean the same', () => {
    expect(findName(['anna', 'Anna'], 'Anna')).toBe('Anna');
    expect(findName(['main', 'Stand 2'], 'stand  2')).toBe('Stand 2');
    expect(findName(['main'], 'Stand 2')).toBeUndefined();
  });

  it('of a resource that is left out mean the only one, or whoever is free', () => {
    const settings = { resources: ['Anna', 'Ben'] };
    expect(resourceOf(undefined, { resources: ['Anna'] })).toBe('Anna');
    expect(resourceOf(undefined, settings)).toBe('any');
    expect(resourceOf(' ANY', settings)).toBe('any');
    expect(resourceOf('BEN', settings)).toBe('Ben');
    expect(resourceOf('Dr. Nobody', settings)).toBe('Dr. Nobody');
  });

  it('of a resource that had another one mean it still, until somebody else is called so', () => {
    const former_resources = [{ name: 'Stand 2', resource: 'Ben' }];
    expect(resourceOf('stand 2', { resources: ['Anna', 'Ben'], former_resources })).toBe('Ben');
    expect(resourceOf('stand 2', { resources: ['Anna', 'Ben', 'Stand 2'], former_resources })).toBe(
      'Stand 2',
    );
  });

  it('of an older version stay what they were, though they are called any', () => {
    expect(resourceOf('ANY', { resources: ['Anna', 'Any'] })).toBe('Any');
  });
});
