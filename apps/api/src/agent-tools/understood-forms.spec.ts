import { understood, withNotes } from './understood-forms';

const FORMS = {
  aliases: { query: 'q' },
  meant: { kind: (value: unknown) => (value === 'task' ? ['task'] : value) },
};

describe('the arguments of a tool', () => {
  it('may have other names and forms, of which the answer has notes', () => {
    expect(understood({ query: 'tea', kind: 'task' }, FORMS)).toEqual({
      given: { q: 'tea', kind: ['task'] },
      notes: ['query was taken as q.', 'kind was taken as ["task"].'],
    });
  });

  it('stay as they are in the form of the tool, also beside another name', () => {
    const given = { q: 'tea', query: 'coffee', kind: ['task'] };
    expect(understood(given, FORMS)).toEqual({ given, notes: [] });
  });

  it.each(['constructor', 'toString', '__proto__'])('are not taken for what every object has: %s', (name) => {
    const given: unknown = JSON.parse(`{"${name}":"tea"}`);
    expect(understood(given, FORMS)).toEqual({ given, notes: [] });
  });

  it('have their notes in a field of a row, and behind a text', () => {
    expect(withNotes('{"items":[]}', { note: ['a.', 'b.'], warnings: [] }, false)).toBe(
      '{"items":[],"note":"a. b."}',
    );
    expect(withNotes('Nothing.', { note: ['a.'], warnings: [] }, true)).toBe('Nothing.\na.');
    expect(withNotes('Nothing.', { note: [], warnings: [] }, true)).toBe('Nothing.');
  });
});
