import { phoneLine, phonesOf } from './client-phones';

describe('further numbers, one a line', () => {
  it.each([
    ['+12125550124 (Mother)', '+12125550124', 'Mother'],
    ['+1 (212) 555-0124 (Mother)', '+1 (212) 555-0124', 'Mother'],
    ['8 (916) 123-45-67 (мама)', '8 (916) 123-45-67', 'мама'],
    ['(212) 555-0124', '(212) 555-0124', ''],
    ['+12125550124 (Mother (work))', '+12125550124', 'Mother (work)'],
  ])('%s', (text, phone, label) => {
    expect(phonesOf(text)).toEqual([{ phone, label }]);
  });

  it('are shown as they are read', () => {
    const mother = { phone: '+12125550124', label: 'Mother (work)' };
    expect(phonesOf(phoneLine(mother))).toEqual([mother]);
  });
});
