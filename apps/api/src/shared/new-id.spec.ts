import { newId } from './new-id';

const NOW = new Date('2026-11-20T09:30:00.000Z');

describe('a new id', () => {
  it('is a UUID of version 7 that begins with the time', () => {
    const id = newId(NOW);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(NOW.getTime());
  });

  it('sorts behind those that were made before, also within a millisecond', () => {
    newId(new Date(NOW.getTime() - 1));
    const made = Array.from({ length: 3_000 }, () => newId(NOW));
    made.push(newId(new Date(NOW.getTime() + 1)));
    expect([...made].sort()).toEqual(made);
  });

  it('is never made twice', () => {
    const made = Array.from({ length: 20_000 }, () => newId(NOW));
    expect(new Set(made).size).toBe(made.length);
  });
});
