import { argon2Sync } from 'node:crypto';
import { newId } from '../shared/new-id';
import { isCommonPassword, isGuessable } from './passwords/common-passwords';
import {
  byWebAssembly,
  hashPassword,
  isOutdated,
  isReadable,
  verifyPassword,
} from './passwords/password-hash';

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

  it('is the same where Node.js has no Argon2 of its own', async () => {
    const cost = { memory: 64, passes: 2, parallelism: 2 };
    const nonce = Buffer.alloc(16, 7);
    const message = ' Pässwort 🔑 ';
    const own = argon2Sync('argon2id', { ...cost, tagLength: 32, message, nonce });
    expect(await byWebAssembly(message, cost, nonce, 32)).toEqual(own);
  });

  it('never makes the same hash twice', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });
});

describe('verifyPassword', () => {
  it('knows the password that was hashed, and no other', async () => {
    const hash = await hashPassword('Pässwort 🔑 one');
    expect(await verifyPassword(hash, 'Pässwort 🔑 one')).toBe(true);
    for (const other of ['Pa\u0308sswort 🔑 one', 'Pässwort 🔑 one ']) {
      expect(await verifyPassword(hash, other)).toBe(false);
    }
  });

  it('knows hashes of other costs, which are outdated', async () => {
    const cost = { memory: 64, passes: 2, parallelism: 1, tagLength: 16 };
    const nonce = Buffer.alloc(8, 3);
    const tag = argon2Sync('argon2id', { ...cost, message: 'password', nonce });
    const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
    const hash = `$argon2id$v=19$m=64,t=2,p=1$${salt}$${digest}`;
    expect(await verifyPassword(hash, 'password')).toBe(true);
    expect(await verifyPassword(hash, 'Password')).toBe(false);
    expect([isOutdated(hash), isOutdated(await hashPassword('x'))]).toEqual([true, false]);
  });

  it('takes nothing for the password of nobody', async () => {
    expect(await verifyPassword(null, 'null')).toBe(false);
  });

  it.each([
    'plain text',
    '',
    '$argon2id$v=19$m=64,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ',
    '$argon2id$v=19$m=0,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQ',
    '$argon2id$v=19$m=64,t=0,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQ',
    '$argon2id$v=19$m=99999999999,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQ',
    '$argon2id$v=19$m=64,t=1,p=1$AQ$AQ',
    '$argon2i$v=19$m=64,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AQEBAQEBAQEBAQEBAQEBAQ',
  ])('does not read what is no hash: %j', (stored) => {
    expect(isReadable(stored)).toBe(false);
  });

  it('takes nothing for the password of a hash that cannot be read', async () => {
    expect(await verifyPassword('plain text', 'plain text')).toBe(false);
  });
});

describe('isCommonPassword', () => {
  it.each(['123456', 'password', '123qweasdzxc', 'MotherFucker', 'PasswordPassword', '111111111111'])(
    'knows %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['correct horse battery staple', '', 'constructor', 'passwordx1y2z3', 'ab'.repeat(8)])(
    'does not know %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );
});

describe('isGuessable', () => {
  const names = ['Groupless', 'Physio Mödling', 'Anna Weiß', 'bernd.huber@praxis.example.at'];
  it.each([
    ...['passwort1234', '!!Pass wort!!2026', 'Пароль123456', 'geheim20262026', 'qwertz123456'],
    ...[
      'Groupless2026!',
      'physiomoedling',
      'Physio Modling 1',
      'physio12345678',
      '2026AnnaWeiss',
      'bernd.huber1234',
    ],
  ])('knows %s', async (password) => {
    expect(await isGuessable(password, names)).toBe(true);
  });

  it.each(['correct horse battery staple', 'meine physio im park', 'passwort von anna', '123456789012', ''])(
    'does not know %s',
    async (password) => {
      expect(await isGuessable(password, names)).toBe(false);
    },
  );
});

describe('newId', () => {
  it('is a UUID v7 that sorts by time', () => {
    const ids = [0, 1, 1_795_132_800_000, 1_795_132_800_001].map((time) => newId(new Date(time)));
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
  });
});
