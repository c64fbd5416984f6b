import type { SearchHitDto } from '@groupless/shared-dto';
import { queryOf } from './recall';
import { chosen, lineOf, rowOf } from './recalled';

const hit = (title: string, excerpt: string, score: number, share = 1): SearchHitDto => ({
  kind: 'state',
  id: 1,
  title,
  excerpt,
  at: '2026-11-20T09:30:00.000Z',
  score,
  why: { words: [], phrases: [], title: false, project: false, share },
});

describe('what is recalled', () => {
  it('are at most three hits with two words of the request, or with a name, best first', () => {
    const hits = [
      hit('one word', 'the <mark>form</mark> again, <mark>Form</mark>', 9),
      hit('two words', 'the <mark>booking</mark> <mark>form</mark>', 8),
      hit('about something else', 'the <mark>booking</mark> <mark>form</mark>, once more', 9, 0.3),
      hit('a name', '<mark>web-1</mark> is the server', 10),
      hit('far below', 'the <mark>booking</mark> <mark>form</mark>', 2),
      hit('second', 'the <mark>booking</mark> <mark>form</mark>', 7),
      hit('third', 'the <mark>booking</mark> <mark>form</mark>', 6),
    ];
    expect(chosen(hits).map(({ title }) => title)).toEqual(['a name', 'two words', 'second']);
    expect(chosen([])).toEqual([]);
  });

  it('are the newest of a time, if the request names nothing else, but no messages', () => {
    const [said, kept] = [
      { ...hit('project:x, user', 'Where is it?', 1e9), kind: 'chat' as const },
      { ...hit('Moved the form', 'It is on web-2', 2e9), kind: 'session' as const },
    ];
    expect(chosen([kept, said])).toEqual([kept]);
  });

  it('prefers what was written to be kept to what was said, and that to an extract', () => {
    const words = 'the <mark>booking</mark> <mark>form</mark>';
    const said = { ...hit('project:x, user', `${words} is broken`, 11), kind: 'chat' as const };
    const extract = {
      ...hit('First request: Look', `First request: ${words}`, 20),
      kind: 'session' as const,
    };
    const kept = hit('form_path', `${words} is at /book`, 9);
    expect(chosen([extract, said, kept])).toEqual([kept, said, extract]);
    expect(chosen([said], { brief: '', rows: [] }, said.at)).toEqual([]);
  });

  it('never repeats a line, a title, what was recalled before, nor what the brief has said', () => {
    const one = hit('form_path', 'the <mark>booking</mark> <mark>form</mark> is at /book', 9);
    const same = { ...one, id: 2, score: 8 };
    expect(chosen([one, same])).toEqual([one]);
    expect(chosen([one], { brief: '', rows: [rowOf(one)] })).toEqual([]);
    const brief = '## State\n- form_path (config, 2d): the booking form is at /book\n- other (config, 2d): x';
    expect(chosen([one], { brief, rows: [] })).toEqual([]);
    expect(chosen([one], { brief: brief.replace('/book', '/old'), rows: [] })).toEqual([one]);
    const extract = {
      ...hit('First request: A', 'First request: A Last answer: B', 1),
      kind: 'session' as const,
    };
    expect(lineOf(extract)).toBe('- session, 2026-11-20: First request: A Last answer: B');
  });

  it('asks for what the beginning of a long request names', () => {
    const log = 'now please '.repeat(1_000);
    const asked = [`Ada’s kiln: ${log}`, `${log} Ada’s kiln`].map(queryOf);
    expect(asked).toEqual([expect.stringContaining('Ada s kiln'), null]);
  });

  it('is nothing for commands, single words and words that only ask, and at most 200 characters are asked for', () => {
    const silent = ['/clear now please', 'yes', 'ok go', '   ', 'Please continue with what you can'];
    expect(silent.map(queryOf)).toEqual([null, null, null, null, null]);
    expect(queryOf('Where is the booking form?')).toBe('is the booking form');
    expect(queryOf('What did we do last week about the backup?')).toBe('we do last week about the backup');
    expect(queryOf('What broke in May?')).toBe('broke in May');
    expect(queryOf('Что решили до релиза 2.4 про цены?')).toBe('решили до релиза 2.4 про цены');
    expect([...(queryOf('слово '.repeat(100)) ?? '')]).toHaveLength(200);
  });
});
