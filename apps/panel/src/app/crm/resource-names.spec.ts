import { distinctNames, namesWith, placeOfName } from './resource-names';

describe('names of resources', () => {
  it('stand once each, in the first of their spellings', () => {
    expect(distinctNames(['Anna', 'anna', ' ANNA ', 'Ａｎｎａ', 'Ben', 'Room  2', 'room 2'])).toEqual([
      'Anna',
      'Ben',
      'Room  2',
    ]);
  });

  it('have the chosen one in its own spelling, where it stands', () => {
    expect(namesWith(['Anna', 'Ben', 'ben'], 'BEN')).toEqual(['Anna', 'BEN']);
    expect(namesWith(['Anna'], 'Carla')).toEqual(['Anna', 'Carla']);
  });

  it('are found in any spelling', () => {
    expect(
      ['Room 2', 'room  2', 'ROOM 2', 'Room 3'].map((name) => placeOfName(['main', 'Room 2'], name)),
    ).toEqual([1, 1, 1, -1]);
  });
});
