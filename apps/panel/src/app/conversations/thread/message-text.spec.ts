import { filledReply } from './filled-reply';
import { render } from '../../../testing/render';
import { firstOf, hostOf, MessageText, partsOf } from './message-text';

const links = (text: string) => partsOf(text).filter(({ href }) => href !== null);

describe('the text of a message', () => {
  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '{{ constructor.constructor("alert(1)")() }}',
    '<a href="javascript:alert(1)">free bikes</a>',
  ])('is shown as it is: %s', async (text) => {
    const { element } = await render(MessageText, { inputs: { text } });

    expect(element.textContent).toBe(text);
    expect(element.children).toHaveLength(0);
  });

  it('keeps its line breaks', async () => {
    const { element } = await render(MessageText, { inputs: { text: 'one\n\n  two' } });

    expect(element.textContent).toBe('one\n\n  two');
  });

  it('makes links of web addresses, which know nothing of the panel', async () => {
    const { find, element } = await render(MessageText, {
      inputs: { text: 'See https://example.com/a?b=1.' },
    });
    const link = find('a') as HTMLAnchorElement;

    expect(link.href).toBe('https://example.com/a?b=1');
    expect(link.rel).toContain('noopener');
    expect(link.rel).toContain('noreferrer');
    expect(link.dataset['host']).toBe('example.com');
    expect(element.textContent).toBe('See https://example.com/a?b=1.');
  });

  it.each([
    ['https://example.com/', null],
    ['https://example.com.evil.test/login', 'example.com.evil.test'],
    ['https://xn--e1awd7f.com', null],
    // The first letter is Cyrillic.
    ['https://\u0435xample.com', 'xn--xample-2of.com'],
  ])('names the host of %s beside it where the text does not say it alone', (text, host) => {
    expect(links(text).map(hostOf)).toEqual([host]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'file:///etc/passwd',
    'ftp://example.com/',
    'https://bank.example@evil.example/',
    'https://',
  ])('makes no link of %s', (text) => {
    expect(links(text)).toEqual([]);
    expect(partsOf(text)).toEqual([{ text, href: null }]);
  });

  it('leaves the signs around an address out of it', () => {
    expect(links('(https://example.com/a), <https://example.org>!').map(({ text }) => text)).toEqual([
      'https://example.com/a',
      'https://example.org',
    ]);
  });

  it('makes 50 links of a message at most, and none of an address without end', () => {
    const text = 'http://a.example '.repeat(960);

    expect(links(text)).toHaveLength(50);
    expect(
      partsOf(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
    expect(links(`https://example.com/${'a'.repeat(2_048)}`)).toEqual([]);
  });

  it('is shown in parts, each on request, and cuts no link', async () => {
    const address = `https://example.com/${'a'.repeat(1_000)}`;
    const text = `${'w'.repeat(1_490)} ${address} ${'w'.repeat(14_000)}`;
    const { element, find, findAll, settle } = await render(MessageText, { inputs: { text } });
    expect((find('a') as HTMLAnchorElement).textContent).toBe(address);
    expect(element.textContent.length).toBeLessThan(3_000);
    for (let press = 0; press < 2; press++) {
      find('button').click();
      await settle();
    }

    expect(element.textContent).toBe(text);
    expect(findAll('button')).toEqual([]);
  });

  it('ends with its last link, if nothing else has room', () => {
    expect(firstOf(partsOf('See https://example.com/abc and more'), 10)).toEqual([
      { text: 'See ', href: null },
      { text: 'https://example.com/abc', href: 'https://example.com/abc' },
    ]);
  });

  it('takes a row of dots for what it is', () => {
    expect(links(`http://a${'.'.repeat(16_000)}`)[0]?.text).toBe('http://a');
    expect(links(`http://a${'.'.repeat(16_000)}x`)).toEqual([]);
  });
});

describe('a saved reply', () => {
  it('is filled where there is a value, and keeps the other placeholders to be seen', () => {
    const values = { name: 'Jana {business}', business: 'Wrenfield', next_appointment: null };
    expect(filledReply('{name}, {next_appointment} at {business} {x}', values)).toBe(
      'Jana {business}, {next_appointment} at Wrenfield {x}',
    );
  });
});
