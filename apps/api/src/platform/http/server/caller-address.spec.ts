import { plainAddress } from './caller-address';

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:65535', '2001:db8::1'],
    ['::1', '::1'],
  ])('%s is %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    'evil-not-ip',
    '1.2.3',
    '1.2.3.4:x',
    '1.2.3.4:123456',
    '[::1',
    '[1.2.3]:4',
    '_hidden',
  ])('%j is none', (text) => {
    expect(plainAddress(text)).toBeNull();
  });
});
