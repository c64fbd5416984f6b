import type { Client } from '../../clients/client.entity';
import { fieldsBack, fieldsFrom } from './merged-fields';

const client = (fields: Partial<Client>): Client =>
  ({
    ...{ name: 'Anna', phone: null, extension: null, other_phones: [], email: null, company: '' },
    ...{ tags: [], notes: '' },
    ...fields,
  }) as unknown as Client;

describe('the fields of two merged clients', () => {
  it('have each tag once, compared without case', () => {
    const { after } = fieldsFrom(client({ tags: ['vip', 'Weekly'] }), client({ tags: ['VIP'] }));
    expect(after.tags).toEqual(['VIP', 'Weekly']);
  });

  it.each([
    ['at the end', 'Prefers Mondays\n\nAnna', 'Prefers Mondays'],
    ['alone', 'Anna', ''],
    ['at the beginning', 'Anna\n\nPrefers Mondays', 'Prefers Mondays'],
    ['in the middle', 'One\n\nAnna\n\nTwo', 'One\n\nTwo'],
    ['behind a sentence with the same word', 'Anna called. Tea\n\nAnna', 'Anna called. Tea'],
    ['twice', 'Anna\n\nTea\n\nAnna', 'Anna\n\nTea'],
    ['only within a sentence', 'Tea with Anna', undefined],
    ['with more in its line', 'Tea\n\nAnna called', undefined],
  ])('lose the block of notes that stands %s', (_, notes, left) => {
    const merge = { before: { notes: 'Tea' }, after: { notes: 'Tea\n\nAnna' }, merged: { notes: 'Anna' } };
    expect(fieldsBack(client({ notes }), merge).notes).toBe(left);
  });
});
