import type { Client } from '../../clients/client.entity';
import { fieldsBack, fieldsFrom } from './merged-fields';

const client = (fields: Partial<Client>): Client =>
  ({
    name: 'Anna',
    phone: null,
    phone_as_given: null,
    shared_phone: null,
    shared_email: null,
    extension: null,
    other_phones: [],
    no_reminders: [],
    external_ids: {},
    import_id: null,
    email: null,
    company: '',
    tags: [],
    notes: '',
    ...fields,
  }) as unknown as Client;

describe('the fields of two merged clients', () => {
  it('have each tag once, compared without case', () => {
    const { after } = fieldsFrom(client({ tags: ['vip', 'Weekly'] }), client({ tags: ['VIP'] }));
    expect(after.tags).toEqual(['VIP', 'Weekly']);
  });

  it('have the mark of a refused address with the address that they take over, and with no other', () => {
    const refused = { email: 'anna@example.com', email_refused: '550 5.1.1 No such mailbox' };
    const none = client({ email: null, email_refused: null });
    const { before, after } = fieldsFrom(client(refused), none);
    expect(after).toMatchObject(refused);
    expect(fieldsBack(client(refused), { before, after, merged: { notes: '' } })).toMatchObject({
      email: null,
      email_refused: null,
    });
    const own = client({ email: 'own@example.com', email_refused: null });
    expect(fieldsFrom(client(refused), own).after).not.toHaveProperty('email_refused');
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
