import { Mailto } from './mailto';

describe('the link to write to an address', () => {
  const mailto = new Mailto();

  it('is the address', () => {
    expect(mailto.transform('ada@example.com')).toBe('mailto:ada@example.com');
  });

  it('adds no recipient and no text, whatever the address holds', () => {
    expect(mailto.transform('a?bcc=b@example.com&body=x')).toBe('mailto:a%3Fbcc%3Db@example.com%26body%3Dx');
  });
});
