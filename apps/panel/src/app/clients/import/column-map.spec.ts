import { guessedMap, isAsExpected } from './column-map';

describe('the columns of a file', () => {
  it('are guessed by their names, in several words and languages', () => {
    expect(guessedMap(['Full name', 'Phone number', 'E-mail', 'Shoe size'])).toEqual([
      'name',
      'phone',
      'email',
      null,
    ]);
    expect(guessedMap(['ФИО', 'Телефон', 'Электронная почта', 'Метки'])).toEqual([
      'name',
      'phone',
      'email',
      'tags',
    ]);
  });

  it('fill each field once, and rather by its own name', () => {
    expect(guessedMap(['Client', 'name', 'Mobile', 'Telephone'])).toEqual([null, 'name', 'phone', null]);
  });

  it('need no change only where each is called as its field', () => {
    const header = ['Name ', 'phone'];

    expect(isAsExpected(header, ['name', 'phone'])).toBe(true);
    expect(isAsExpected(header, ['name', null])).toBe(false);
    expect(isAsExpected(['Telephone'], ['phone'])).toBe(false);
  });
});
