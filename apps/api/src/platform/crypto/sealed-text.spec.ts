import { randomBytes } from 'node:crypto';
import { SealedTextError, SealedTexts } from './sealed-text';

const key = () => randomBytes(32).toString('base64');

describe('a sealed text', () => {
  const first = key();
  const texts = new SealedTexts(first);
  const place = 'users.totp_secret:1';

  it.each(['', 'secret', 'Пароль 🔑', 'x'.repeat(100_000)])('opens to what was sealed: %.20s', (text) => {
    expect(texts.open(texts.seal(text, place), place)).toBe(text);
  });

  it('names its version and key, and shows nothing else', () => {
    const sealed = texts.seal('secret', place);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
    for (const shown of ['secret', first, Buffer.from('secret').toString('base64url')]) {
      expect(sealed).not.toContain(shown);
    }
  });

  it('is another each time', () => {
    expect(texts.seal('same', place)).not.toBe(texts.seal('same', place));
  });

  it('opens in its own place alone', () => {
    const sealed = texts.seal('secret', place);
    for (const other of ['users.totp_secret:2', '', `${place} `]) {
      expect(() => texts.open(sealed, other)).toThrow('was changed');
    }
  });

  it('does not open when a single bit of it was changed', () => {
    const sealed = texts.seal('secret', place);
    const [version, id, nonce = '', content = ''] = sealed.split('.');
    for (const [index, part] of [nonce, content].entries()) {
      const bytes = Buffer.from(part, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = Buffer.from(bytes);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        const parts = [nonce, content];
        parts[index] = changed.toString('base64url');
        expect(() => texts.open([version, id, ...parts].join('.'), place)).toThrow('was changed');
      }
    }
  });

  it('does not open when a single bit of what is stored was changed, wherever it is', () => {
    let tried = 0;
    const opened: string[] = [];
    for (let length = 0; tried < 10_000; length++) {
      const sealed = Buffer.from(texts.seal('s'.repeat(length), place));
      for (let bit = 0; bit < sealed.length * 8; bit++, tried++) {
        const changed = Buffer.from(sealed);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        if (opens(changed.toString('latin1'), place)) opened.push(changed.toString('latin1'));
      }
    }
    expect(opened).toEqual([]);
  });

  it('does not open in the row of another', () => {
    const places = Array.from({ length: 100 }, (_, id) => `assistant_accounts.session_data:${id}`);
    const sealed = places.map((one) => texts.seal('same', one));
    for (const [index, one] of places.entries()) {
      const opened = sealed.filter((text) => opens(text, one));
      expect(opened).toEqual([sealed[index]]);
    }
  });

  it('has one spelling', () => {
    const sealed = texts.seal('secret', place);
    for (const other of [`${sealed}=`, `${sealed} `, sealed.replace('.', '. '), `${sealed}\n`])
      expect(() => texts.open(other, place)).toThrow(SealedTextError);
  });

  function opens(sealed: string, at: string): boolean {
    try {
      texts.open(sealed, at);
      return true;
    } catch {
      return false;
    }
  }

  it.each(['', 'secret', 'v2.00000000.a.b', 'v1.00000000', 'v1.a.b.c.d'])('is not %j', (text) => {
    expect(() => texts.open(text, place)).toThrow(/no sealed text|is not set/);
  });

  it('is not cut short', () => {
    const sealed = texts.seal('secret', place);
    for (let length = 1; length < 22; length++) {
      expect(() => texts.open(sealed.slice(0, -length), place)).toThrow('was changed');
    }
  });

  it('opens with an older key that is still set, and says that it is old', () => {
    const sealed = texts.seal('secret', place);
    const later = new SealedTexts(key(), [key(), first]);
    expect(later.open(sealed, place)).toBe('secret');
    expect([texts.isCurrent(sealed), later.isCurrent(sealed)]).toEqual([true, false]);
    expect(later.isCurrent(later.seal('secret', place))).toBe(true);
    expect(() => texts.open(later.seal('secret', place), place)).toThrow('is not set');
  });

  it('opens what an earlier version sealed, which a database still holds', () => {
    const earlier = new SealedTexts(Buffer.alloc(32, 0x0f).toString('base64'));
    const sealed = 'v1.d9cf2ffe.Pqttj_p2AwcwQf29.YaYc5Eg6r4qeEieODid1et3pxr026w';
    expect(earlier.open(sealed, 'users.totp_secret:1')).toBe('secret');
    expect(earlier.key_id).toBe('d9cf2ffe');
    expect(earlier.fingerprint('secret')).toBe('aQaJddDgm4JY-0szz0yyBg');
  });

  it('has a fingerprint of its text and the key', () => {
    const other = new SealedTexts(key(), [first]);
    expect(texts.fingerprint('secret')).toBe(new SealedTexts(first).fingerprint('secret'));
    expect([other.fingerprint('secret'), texts.fingerprint('secret ')]).not.toContain(
      texts.fingerprint('secret'),
    );
  });

  it('does not care in which alphabet of base64 its key is written', () => {
    const bytes = Buffer.from('fb'.repeat(32), 'hex');
    const sealed = new SealedTexts(bytes.toString('base64')).seal('secret', place);
    expect(new SealedTexts(bytes.toString('base64url')).open(sealed, place)).toBe('secret');
  });
});
