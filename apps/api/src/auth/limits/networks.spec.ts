import { hasLargerNetworks, networkOf } from './networks';

describe('the network of an address', () => {
  it.each([
    ['2001:db8:5:6::1', 64, '2001:db8:5:6::/64'],
    ['2001:db8:5:6:ffff::1', 64, '2001:db8:5:6::/64'],
    ['2001:db8:5:67ab::1', 56, '2001:db8:5:6700::/56'],
    ['2001:db8:5:67ab::1', 48, '2001:db8:5:0::/48'],
    ['2001:db8::1', 64, '2001:db8:0:0::/64'],
    ['::1', 48, '0:0:0:0::/48'],
    ['2001:DB8:0:0:1:2:3:4', 64, '2001:db8:0:0::/64'],
    ['203.0.113.7', 48, '203.0.113.7'],
    ['::ffff:203.0.113.7', 64, '::ffff:203.0.113.7'],
  ] as const)('of %s with %i bits is %s', (address, bits, network) => {
    expect(networkOf(address, bits)).toBe(network);
  });

  it('is larger for IPv6 alone', () => {
    expect(hasLargerNetworks('2001:db8::1')).toBe(true);
    expect(hasLargerNetworks('203.0.113.7')).toBe(false);
  });
});
