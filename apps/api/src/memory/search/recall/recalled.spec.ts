import type { SearchHitDto } from '@groupless/shared-dto';
import { about, chosen, lineOf, markOf } from '@groupless/shared-dto/memory/recall/recalled';
import { recallQueryOf, type RecallQuery } from '@groupless/shared-dto/memory/recall/request-words';

const hit = (title: string, excerpt: string, score: number, share = 1): SearchHitDto => ({
  kind: 'state',
  id: 1,
  title,
  excerpt,
  at: '2026-11-20T09:30:00.000Z',
  score,
  why: { words: [], phrases: [], title: false, project: false, share },
});

const asked = (more: Partial<RecallQuery> = {}): RecallQuery => ({
  q: '',
  isTime: false,
  isQuestion: false,
  names: [],
  ...more,
});

/** What was said, with what was said before and after it; ids from `first` on. */
const said = (place: number, score: number, ...lines: string[]): SearchHitDto => {
  const turns = lines.map((excerpt, index) => ({
    ...{ id: index + 1, role: index % 2 === 0 ? 'user' : 'assistant' },
    excerpt,
  }));
  const { id, role } = turns[place]!;
  const own = turns.slice(Math.max(0, place - 1), place + 2);
  const text = own.map(({ excerpt }) => excerpt).join('\n');
  return { ...hit(`project:x, ${role}`, text, score), kind: 'chat', id, turns: own };
};

const titles = (hits: readonly SearchHitDto[]) => hits.map(({ title }) => title);

describe('a hit is about what was asked', () => {
  it('if it has two words of the request, or a name', () => {
    const hits = [
      hit('one word', 'the <mark>form</mark> again, <mark>Form</mark>', 9),
      hit('two words', 'the <mark>booking</mark> <mark>form</mark>', 8),
      hit('words that say nothing', '<mark>about</mark> the <mark>form</mark>', 8),
      hit('about something else', 'the <mark>booking</mark> <mark>form</mark>, once more', 9, 0.3),
      hit('a name', '<mark>web-1</mark> is the server', 10),
    ];
    expect(titles(about(hits, asked()))).toEqual(['two words', 'a name']);
  });

  it('if it has the one word of a question, and few others have it', () => {
    const one = hit('Drizzle', 'the <mark>ORM</mark> from now on', 9);
    expect(about([one], asked({ isQuestion: true }))).toEqual([one]);
    expect(about([one], asked())).toEqual([]);
    expect(about(Array<SearchHitDto>(5).fill(one), asked({ isQuestion: true }))).toEqual([]);
  });

  it('if it has a name that a question asks for, and few others have it', () => {
    const turn = said(0, 9, 'Drop <mark>GraphQL</mark>.', 'The dataloader helps, but the code doubles.');
    const question = recallQueryOf('GraphQL?') ?? recallQueryOf('Why are we not using GraphQL?')!;
    const low = { ...turn, why: { ...turn.why, share: 0.3 } };
    expect(about([low], question)).toEqual([low]);
    expect(about([low], recallQueryOf('Remove it from GraphQL now, please')!)).toEqual([]);
    expect(about(Array<SearchHitDto>(9).fill(low), question)).toEqual([]);
  });

  it('not if it is no more than the request of another day', () => {
    const request = 'Fix the typo in the heading of this page please';
    const mark = (text: string) =>
      text.replace('typo', '<mark>typo</mark>').replace('heading', '<mark>heading</mark>');
    const echo = said(0, 9, mark(request), 'Done as you asked.');
    const answered = said(
      0,
      9,
      mark(request),
      'The heading is made by titles.ts, from the name of the route.',
    );
    const query = recallQueryOf(request)!;
    expect(about([echo], query)).toEqual([]);
    expect(about([said(0, 9, mark(request))], query)).toEqual([]);
    const told = said(0, 9, `${mark(request)}: stairs`);
    expect(about([answered, told], query)).toEqual([answered, told]);
    expect(about([said(0, 9, mark(request), 'It has 12 dots.')], query)).toHaveLength(1);
  });

  it('if it is a person whom the request names', () => {
    const person = { ...hit('Milan Horvat', 'frontend', 9, 0.4), kind: 'person' as const };
    expect(about([person], asked({ q: 'days Milan' }))).toEqual([person]);
    expect(about([person], asked({ q: 'days milan' }))).toEqual([]);
  });

  it('if it is of the time that is all that was asked for, and no extract', () => {
    const kept = { ...hit('Moved the form', 'It is on web-2', 2e9), kind: 'session' as const };
    const extract = { ...kept, title: 'First request: Look' };
    expect(about([kept, extract], asked({ isTime: true }))).toEqual([kept]);
    expect(about([kept], asked())).toEqual([]);
  });

  it('never if it was withdrawn', () => {
    const gone = { ...hit('x', '<mark>booking</mark> <mark>form</mark>', 9), is_withdrawn: true as const };
    expect(about([gone], asked())).toEqual([]);
  });

  it('by the words of the exchange alone', () => {
    const hits = said(0, 9, 'Where is the <mark>form</mark>?', 'On web-2.', 'And the <mark>booking</mark>?');
    expect(about([hits], asked())).toEqual([]);
  });
});

describe('what is recalled', () => {
  it('are the best three, without what is far below', () => {
    const hits = [
      hit('third', 'the booking form is here', 6),
      hit('first', 'the booking form is there', 10),
      hit('far below', 'the booking form is not', 2),
      hit('second', 'the booking form is where', 7),
      hit('fourth', 'the booking form is now', 5),
    ];
    expect(titles(chosen(hits))).toEqual(['first', 'second', 'third']);
    expect(chosen([])).toEqual([]);
  });

  it('prefers what was written to be kept to what was said, and that to an extract', () => {
    const words = 'the <mark>booking</mark> <mark>form</mark>';
    const chat = { ...hit('project:x, user', `${words} is broken`, 11), kind: 'chat' as const };
    const extract = {
      ...hit('First request: Look', `First request: ${words}`, 20),
      kind: 'session' as const,
    };
    const kept = hit('form_path', `${words} is at /book`, 9);
    expect(chosen([extract, chat, kept])).toEqual([kept, chat, extract]);
    expect(chosen([chat], { brief: '', rows: [] }, chat.at)).toEqual([]);
  });

  it('never repeats a line, a title, what was recalled before, nor what the brief has said', () => {
    const one = hit('form_path', 'the <mark>booking</mark> <mark>form</mark> is at /book', 9);
    const same = { ...one, id: 2, score: 8 };
    expect(chosen([one, same])).toEqual([one]);
    expect(chosen([one], { brief: '', rows: [markOf(one)] })).toEqual([]);
    const brief = '## State\n- form_path (config, 2d): the booking form is at /book\n- other (config, 2d): x';
    expect(chosen([one], { brief, rows: [] })).toEqual([]);
    expect(chosen([one], { brief: brief.replace('/book', '/old'), rows: [] })).toEqual([one]);
    const extract = {
      ...hit('First request: A', 'First request: A Last answer: B', 1),
      kind: 'session' as const,
    };
    expect(lineOf(extract)).toBe('- session, 2026-11-20: First request: A Last answer: B');
  });

  it('has an exchange once, with who said what, and nothing that stands beside it', () => {
    const lines = [
      'Why is the slip cut?',
      'Because of the margin.',
      'How large are pictures?',
      '12 megapixels.',
    ];
    const [question, answer] = [said(0, 9, ...lines), said(1, 8, ...lines)];
    const whole = '- chat, 2026-11-20: user: Why is the slip cut? assistant: Because of the margin.';
    expect([question, answer].map(lineOf)).toEqual([whole, whole]);
    expect(chosen([question, answer])).toEqual([question]);
    expect(chosen([answer, said(2, 7, ...lines)]).map(lineOf)).toEqual([
      whole,
      '- chat, 2026-11-20: user: How large are pictures? assistant: 12 megapixels.',
    ]);
    const extract = {
      ...hit('First request: Why', `First request: ${lines[0]}`, 30),
      kind: 'session' as const,
    };
    expect(chosen([question, extract])).toEqual([extract]);
    const brief = `## The last turns\n- user: ${lines[0]}\nassistant: ${lines[1]}`;
    expect(chosen([question], { brief, rows: [] })).toEqual([]);
  });
});

describe('what is asked for', () => {
  it('is what the beginning of a long request names', () => {
    const log = 'now please '.repeat(1_000);
    expect([`Ada’s kiln: ${log}`, `${log} Ada’s kiln`].map((text) => recallQueryOf(text)?.q)).toEqual([
      expect.stringContaining('Ada s kiln'),
      undefined,
    ]);
  });

  it.each([
    ...['/clear now please', 'yes', 'ok go', '   ', 'Please continue with what you can'],
    ...['Please do it today', 'ok, do it this week', 'Why does it not work today?', 'Was it done yesterday?'],
    ...['What should we do today?', 'Bitte mach das noch heute', 'Сделай это сегодня, пожалуйста'],
  ])('is nothing: %s', (prompt) => {
    expect(recallQueryOf(prompt)).toBeNull();
  });

  it.each([
    ['Where is the booking form?', 'is the booking form'],
    ['What did we do last week about the backup?', 'we do last week about the backup'],
    ['What broke in May?', 'broke in May'],
    ['Что решили до релиза 2.4 про цены?', 'решили до релиза 2.4 про цены'],
    ['Was war in der letzten Woche mit dem Backup?', 'in der letzten Woche Backup'],
    ['слово '.repeat(100), [...'слово '.repeat(100)].slice(0, 200).join('')],
  ])('%s: %s', (prompt, q) => {
    expect(recallQueryOf(prompt)).toMatchObject({ q, isTime: false });
  });

  it.each([
    ['What did we do last week?', 'last week'],
    ['And what was decided in May?', 'in May'],
    ['Was war letzte Woche?', 'letzte Woche'],
    ['Was haben wir vor 3 Tagen gemacht?', 'vor 3 Tagen'],
    ['Что мы решили на прошлой неделе?', 'на прошлой неделе'],
  ])('is but a time: %s', (prompt, q) => {
    expect(recallQueryOf(prompt)).toMatchObject({ q, isTime: true });
  });
});
