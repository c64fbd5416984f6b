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

  it.each([
    ['www.evil.test/login', 'https://www.evil.test/login', 'www.evil.test'],
    ['www.evil.test', 'https://www.evil.test/', null],
    ['ada@example.com', 'mailto:ada@example.com', null],
    ['+49 1515 5500001', 'tel:+4915155500001', null],
    ['+49 (0) 30 1234567', 'tel:+49301234567', null],
    ['030/1234567', 'tel:0301234567', null],
    ['06 12 34 56 78', 'tel:0612345678', null],
  ])('makes a link of %s', (text, href, host) => {
    const [link, ...others] = links(`(${text}, or so).`);
    expect([link?.text, link?.href, link && hostOf(link), others]).toEqual([text, href, host, []]);
  });

  it.each([
    'awww.example.com',
    'bank@www.evil.test/a',
    '\u0430da@example.com',
    '01.12.2026 10:30',
    '01-12-2026 10:30',
    '01/12/2026',
    '2026-01-12',
    '5555 4444 3333 1111',
    '0555 4444 3333 1111 222',
    'A0301234567',
  ])('makes no page and no number of %s', (text) => {
    expect(links(text).filter(({ href }) => href?.startsWith('mailto:') !== true)).toEqual([]);
    expect(links(text).map((link) => link.href)).not.toContain('mailto:da@example.com');
  });

  it.each(['a@', 'a.', '0 ', '+0 ', 'www.', 'a@a.', '0/'])('is quick on a long row of %s', (piece) => {
    const begun = performance.now();
    partsOf(piece.repeat(16_384 / piece.length));
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it.each([
    ['Penicillin', '\n'],
    ['against Penicillin', ' '],
  ])('shows and marks %s where a search has led to it, however far behind', async (found, space) => {
    const text = `nicht${'w '.repeat(5_000)}xPenicilliny allergic against${space}Penicillin, ${'w '.repeat(3_000)}`;
    const { findAll, element } = await render(MessageText, { inputs: { text, found } });
    const marks = findAll('mark');
    expect(marks.map(({ textContent }) => textContent)).toEqual([found.replace(' ', space)]);
    expect(element.textContent.length).toBeLessThan(12_000);
    marks[0]!.textContent = '#';
    expect(element.textContent).toMatch(/xPenicilliny allergic (?:against\n)?#, w/);
  });

  it('marks a link in which it was found, and nothing where it is not there', async () => {
    const text = 'See https://example.com/allergies, please';
    const { findAll, fixture, settle } = await render(MessageText, { inputs: { text, found: 'allergies' } });
    const marked = () => findAll('mark, .found').map(({ tagName }) => tagName);
    expect(marked()).toEqual(['A']);
    fixture.componentRef.setInput('found', '(*');
    await settle();
    expect(marked()).toEqual([]);
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
