import { excerptOf as excerptAndWords, titleOf } from './excerpt';

const excerptOf = (text: string, hits: string[]) => excerptAndWords(text, hits).html;

describe('an excerpt', () => {
  it('shows a short text whole, with each hit marked', () => {
    expect(excerptOf('The zebra met\n a Zebra', ['zebra'])).toBe(
      'The <mark>zebra</mark> met a <mark>Zebra</mark>',
    );
  });

  it('shows the beginning where nothing was hit', () => {
    expect(excerptOf('word '.repeat(100), [])).toMatch(/^word word .* word…$/);
  });

  it('shows the part with the most different hits', () => {
    const text = `red ${'x '.repeat(200)}red red red ${'x '.repeat(200)}red blue ${'x '.repeat(200)}`;
    expect(excerptOf(text, ['red', 'blue'])).toMatch(/^…[x ]*<mark>red<\/mark> <mark>blue<\/mark> [x ]*…$/);
  });

  it('marks parts of identifiers, and the whole where the whole was hit', () => {
    expect(excerptOf('src/mainMenu.ts', ['menu'])).toBe('src/main<mark>Menu</mark>.ts');
    expect(excerptOf('src/mainMenu.ts', ['src/mainmenu.ts'])).toBe('<mark>src/mainMenu.ts</mark>');
  });

  it('marks single characters where a script has no spaces', () => {
    expect(excerptOf('今天的会议', ['会', '议'])).toBe('今天的<mark>会</mark><mark>议</mark>');
  });

  it('marks words as the index has them, with letters that only look as if they had an accent', () => {
    expect(excerptOf('Новый сервер у ёлки', ['новый', 'елки'])).toBe(
      '<mark>Новый</mark> сервер у <mark>ёлки</mark>',
    );
    expect(excerptOf('Où est Ångström', ['ou', 'angstrom'])).toBe(
      '<mark>Où</mark> est <mark>Ångström</mark>',
    );
  });

  it('escapes what HTML would read, within marks and outside', () => {
    expect(excerptOf(`<b>"R&D's"</b>`, ['d'])).toBe(
      '&lt;b&gt;&quot;R&amp;<mark>D</mark>&#39;s&quot;&lt;/b&gt;',
    );
  });

  it('comes with the hits of the whole text, each once and without stems that are no words of it', () => {
    const text = `Routers ${'x '.repeat(300)} the routers and Größe`;
    expect(excerptAndWords(text, ['router', 'routers', 'grosse']).words).toEqual(['routers', 'grosse']);
  });

  it('never cuts through a character', () => {
    const html = excerptOf('😀'.repeat(301) + ' zebra ' + '😀'.repeat(301), ['zebra']);
    expect(html.isWellFormed()).toBe(true);
    expect(html).toContain('<mark>zebra</mark>');
  });
});

describe('a title', () => {
  it.each([
    ['First line\nsecond line', 'First line'],
    ['  \n\n First sentence. Second one.', 'First sentence.'],
    ['Version 1.2.3 of main.ts is out', 'Version 1.2.3 of main.ts is out'],
    ['', ''],
  ])('is the first line or sentence of %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it('is shortened to 120 characters, and counts code points', () => {
    expect(titleOf('😀'.repeat(120))).toBe('😀'.repeat(120));
    expect(titleOf('😀'.repeat(121))).toBe(`${'😀'.repeat(119)}…`);
  });
});
