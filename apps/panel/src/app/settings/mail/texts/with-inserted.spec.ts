import { withInserted } from './with-inserted';

describe('a placeholder', () => {
  it('stands at the cursor, and takes the place of what is selected', () => {
    expect(withInserted('Hello , bye', '{name}', { selectionStart: 6, selectionEnd: 6 })).toEqual({
      text: 'Hello {name}, bye',
      cursor: 12,
    });
    expect(withInserted('Hello you', '{name}', { selectionStart: 6, selectionEnd: 9 }).text).toBe(
      'Hello {name}',
    );
  });

  it('stands at the end where nothing has a cursor', () => {
    expect(withInserted('Hello ', '{name}', null)).toEqual({ text: 'Hello {name}', cursor: 12 });
  });
});
