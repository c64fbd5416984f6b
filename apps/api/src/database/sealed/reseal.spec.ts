import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { resealAll } from './reseal';
import { sealedPlace } from './sealed-columns';

const [OLD, NEW] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const older = new SealedTexts(OLD);
const texts = new SealedTexts(NEW, [OLD]);
const placeOf = (key: string) => sealedPlace('hooks.secret', key);

/** Some webhooks of a database. The other columns hold nothing. */
function databaseOf(secrets: Map<string, string>, afterReplacing: () => void): DataSource {
  const query = async (text: string, values: string[]) => {
    const isOfHooks = text.includes('hooks');
    if (text.trimStart().startsWith('select')) {
      const [keyId = '', after = ''] = values;
      const isOlder = ([key, sealed]: [string, string]) => sealed.split('.')[1] !== keyId && key > after;
      return isOfHooks ? [...secrets].filter(isOlder).map(([key, sealed]) => ({ key, sealed })) : [];
    }
    const [key = '', seen, resealed = ''] = values;
    if (secrets.get(key) !== seen) return [[], 0];
    secrets.set(key, resealed);
    afterReplacing();
    return [[], 1];
  };
  return { query } as unknown as DataSource;
}

describe('sealing everything with another key', () => {
  it('also finds what a server with the older key writes behind the place where a round is', async () => {
    const secrets = new Map([['b', older.seal('second', placeOf('b'))]]);
    const writeBehind = () => {
      if (!secrets.has('a')) secrets.set('a', older.seal('first', placeOf('a')));
    };
    expect(await resealAll(databaseOf(secrets, writeBehind), texts)).toEqual({ resealed: 2, unreadable: [] });
    const current = new SealedTexts(NEW);
    expect([...secrets].map(([key, sealed]) => current.open(sealed, placeOf(key)))).toEqual([
      'second',
      'first',
    ]);
  });

  it('names what no key opens, once', async () => {
    const stranger = new SealedTexts(randomBytes(32).toString('base64'));
    const secrets = new Map([
      ['a', stranger.seal('lost', placeOf('a'))],
      ['b', older.seal('kept', placeOf('b'))],
    ]);
    expect(
      await resealAll(
        databaseOf(secrets, () => undefined),
        texts,
      ),
    ).toEqual({
      resealed: 1,
      unreadable: ['hooks.secret:a', 'hooks.previous_secret:a'],
    });
  });
});
