import { guessedMap, hasName, isAsExpected, withField } from './column-map';

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

  it('fill each field once, but for numbers and what can be added up, and rather by its own name', () => {
    expect(guessedMap(['Client', 'name', 'Mobile', 'Telephone', 'Firm', 'Company'])).toEqual([
      ...[null, 'name', 'phone', 'phone', null, 'company'],
    ]);
  });

  it('are parts of a name where there is no whole one', () => {
    expect(guessedMap(['First Name', 'Last Name'])).toEqual(['first_name', 'last_name']);
    expect(guessedMap(['Name', 'Given Name', 'Family Name'])).toEqual(['name', null, null]);
    // The family's name of a German list, and the first name of a Russian one.
    expect(guessedMap(['Name', 'Vorname'])).toEqual(['last_name', 'first_name']);
    expect(guessedMap(['Имя', 'Фамилия'])).toEqual(['first_name', 'last_name']);
    expect(guessedMap(['Имя', 'Телефон'])).toEqual(['name', 'phone']);
    expect(guessedMap(['Имя', 'Отчество'])).toEqual(['first_name', 'middle_name']);
    expect(guessedMap(['Name', 'Surname', 'Phone'])).toEqual(['first_name', 'last_name', 'phone']);
    expect(guessedMap(['Name', 'Middle name'])).toEqual(['first_name', 'middle_name']);
  });

  it('are chosen otherwise, each field once but for those that can be added up', () => {
    const map = ['name', 'phone', null] as const;
    expect(withField(map, 2, 'name')).toEqual([null, 'phone', 'name']);
    expect(withField(map, 2, 'phone')).toEqual(['name', 'phone', 'phone']);
    expect(withField(map, 1, null)).toEqual(['name', null, null]);
  });

  it('are either the whole name or its parts', () => {
    expect(withField(['name', null, 'phone'], 1, 'last_name')).toEqual([null, 'last_name', 'phone']);
    expect(withField(['first_name', 'last_name', null], 2, 'name')).toEqual([null, null, 'name']);
    expect(withField([null, 'last_name'], 0, 'first_name')).toEqual(['first_name', 'last_name']);
  });

  it('give a name if there is one, a part of it, or a company', () => {
    expect([['phone'], ['name'], ['last_name'], ['company']].map((map) => hasName(map as ['name']))).toEqual([
      ...[false, true, true, true],
    ]);
  });

  it('need no change only where each is called as its field', () => {
    const header = ['Name ', 'phone'];

    expect(isAsExpected(header, ['name', 'phone'])).toBe(true);
    expect(isAsExpected(header, ['name', null])).toBe(false);
    expect(isAsExpected(['Telephone'], ['phone'])).toBe(false);
    // A company without a person is called as the company.
    expect(isAsExpected(['name', 'company'], ['name', 'company'])).toBe(false);
    expect(isAsExpected(['id', 'name', 'company'], ['id', 'name', 'company'])).toBe(true);
  });
});
