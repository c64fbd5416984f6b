import type { SearchHitDto } from '@groupless/shared-dto';
import { chosen, queryOf } from './recall';

const hit = (title: string, excerpt: string, score: number): SearchHitDto => ({
  kind: 'state',
  id: 1,
  title,
  excerpt,
  at: '2026-11-20T09:30:00.000Z',
  score,
  why: { words: [], phrases: [], title: false, project: false },
});

describe('what is recalled', () => {
  it('are at most three hits with two words of the request, or with a name, best first', () => {
    const hits = [
      hit('one word', 'the <mark>form</mark> again, <mark>Form</mark>', 9),
      hit('two words', 'the <mark>booking</mark> <mark>form</mark>', 8),
      hit('a name', '<mark>web-1</mark> is the server', 10),
      hit('far below', 'the <mark>booking</mark> <mark>form</mark>', 2),
      hit('second', 'the <mark>booking</mark> <mark>form</mark>', 7),
      hit('third', 'the <mark>booking</mark> <mark>form</mark>', 6),
    ];
    expect(chosen(hits).map(({ title }) => title)).toEqual(['a name', 'two words', 'second']);
    expect(chosen([])).toEqual([]);
  });

  it('is nothing for commands and single words, and at most 200 characters are asked for', () => {
    expect(['/clear now please', 'yes', 'ok go', '   '].map(queryOf)).toEqual([null, null, null, null]);
    expect(queryOf('Where is the booking form?')).toBe('Where is the booking form?');
    expect([...(queryOf('слово '.repeat(100)) ?? '')]).toHaveLength(200);
  });
});
