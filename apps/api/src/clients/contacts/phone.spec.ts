import { normalisePhone, readPhone, readPhones } from './phone';
import { readAgentPhone } from './agent-phone';

describe('a phone number as people write it', () => {
  it.each<[text: string, region: string, phone: string, extension: string | null]>([
    ['01/5341517 DW 22', 'AT', '+4315341517', '22'],
    ['01/5341517 Kl. 22', 'AT', '+4315341517', '22'],
    ['+43 1 53415 ext. 12', 'AT', '+43153415', '12'],
    ['+1 (212) 555-0123 x45', 'AT', '+12125550123', '45'],
    ['+1 (212) 555-0123 #45', 'AT', '+12125550123', '45'],
    ['8 (495) 123-45-67 доб. 5', 'RU', '+74951234567', '5'],
    ['0664 1234567 (Mutter)', 'AT', '+436641234567', null],
    ["'0664 1234567", 'AT', '+436641234567', null],
    ['Mobil: 0664 1234567', 'AT', '+436641234567', null],
    ['tel:+436641234567', 'US', '+436641234567', null],
    ['tel:+1-212-555-0123;ext=7', 'AT', '+12125550123', '7'],
    ['(+43) 664/1234567', 'US', '+436641234567', null],
    ['plus 43 664 1234567.', 'US', '+436641234567', null],
    ['null664 1234567', 'AT', '+436641234567', null],
    ['zero 664 1234567', 'AT', '+436641234567', null],
  ])('%j in %s is %s with the extension %s', (text, region, phone, extension) => {
    expect(readPhone(text, region)).toMatchObject({ phone, extension });
    expect(readAgentPhone(text, { phone_region: region })).toBe(phone);
  });

  it.each([
    '',
    'call me',
    '1-800-FLOWERS',
    'room 5, 0664 1234567',
    '+43 664 1234567 or +43 1 5341517',
    'x'.repeat(9_999),
  ])('%j is no single number', (text) => {
    expect(normalisePhone(text, 'AT')).toBeNull();
  });

  it('is two where each of them is a number of its country', () => {
    const numbers = (text: string) => readPhones(text, 'AT').map(({ phone }) => phone);
    expect(numbers('0664 1234567 / 01 5341517')).toEqual(['+436641234567', '+4315341517']);
    expect(numbers('0664 1234567 oder 01 5341517')).toEqual(['+436641234567', '+4315341517']);
    expect(numbers('01/5341517')).toEqual(['+4315341517']);
    expect(numbers('nobody')).toEqual([]);
  });

  it.each<[text: string, read: object | null]>([
    ['+43 664 1234567', { phone: '+436641234567' }],
    ['0043 664/1234567', { phone: '+436641234567' }],
    ['0664 1234567', { phone: null, as_given: '0664 1234567' }],
    ['6602377906', { phone: null, as_given: '6602377906' }],
    ['436641234567', { phone: null, as_given: '436641234567' }],
    ['  0664   1234567 (Mutter) ', { phone: null, as_given: '0664 1234567 (Mutter)' }],
    ['1234', null],
    ['00 12', null],
    ['+12', null],
    ['1-800-FLOWERS', null],
    ['1'.repeat(30), null],
  ])('without a country %j is %j', (text, read) => {
    const found = readPhone(text, null);
    if (read === null) expect(found).toBeNull();
    else expect(found).toMatchObject(read);
  });

  it('without a country is one of an agent only where its code is told', () => {
    const context = { phone_region: null };
    expect(readAgentPhone('436641234567', context)).toBeNull();
    expect(readAgentPhone('0664 1234567', context)).toBeNull();
    expect(readAgentPhone('436641234567', { ...context, channel: 'whatsapp' })).toBe('+436641234567');
    expect(readAgentPhone('436641234567@c.us', context)).toBe('+436641234567');
    expect(readAgentPhone('0043 664 1234567', context)).toBe('+436641234567');
    expect(readAgentPhone('tel:0664-1234567;phone-context=+43', context)).toBe('+436641234567');
  });

  it('is read with its context each time', () => {
    for (const region of ['AT', null, 'US', null, 'AT']) {
      const text = 'tel:0664-1234567;phone-context=+43';
      expect(normalisePhone(text, region)).toBe('+436641234567');
      expect(readAgentPhone(text, { phone_region: region })).toBe('+436641234567');
    }
  });

  it('is told from one that only has the right length', () => {
    expect(readPhone('1234', 'AT')).toMatchObject({ phone: '+431234', is_valid: false });
    expect(readPhone('8 (495) 123-45-67', 'AT')).toMatchObject({ is_valid: false });
    expect(readPhone('0664 1234567', 'AT')).toMatchObject({ is_valid: true });
  });
});
