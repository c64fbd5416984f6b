import { argon2Sync } from 'node:crypto';
import { newId } from '../shared/new-id';
import { hashPassword } from './password-hash';

describe('hashPassword', () => {
  it('is Argon2id with 64 MiB and three passes, in PHC form, over the exact text', async () => {
    const password = ' Pässwort 🔑 ';
    const hash = await hashPassword(password);
    const [, name, version, cost, nonce = '', tag] = hash.split('$');
    expect([name, version, cost]).toEqual(['argon2id', 'v=19', 'm=65536,t=3,p=1']);
    const again = argon2Sync('argon2id', {
      message: password,
      nonce: Buffer.from(nonce, 'base64'),
      memory: 65_536,
      passes: 3,
      parallelism: 1,
      tagLength: 32,
    });
    expect(again.toString('base64').replace(/=+$/, '')).toBe(tag);
  });

  it('never makes the same hash twice', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });
});

describe('newId', () => {
  it('is a UUID v7 that sorts by time', () => {
    const ids = [0, 1, 1_795_132_800_000, 1_795_132_800_001].map((time) => newId(new Date(time)));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
  });
});
