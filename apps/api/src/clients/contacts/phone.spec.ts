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

  it('is told from one that only has the right length', () => {
    expect(readPhone('1234', 'AT')).toMatchObject({ phone: '+431234', is_valid: false });
    expect(readPhone('8 (495) 123-45-67', 'AT')).toMatchObject({ is_valid: false });
    expect(readPhone('0664 1234567', 'AT')).toMatchObject({ is_valid: true });
  });
});
