import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';
const FINGERPRINT_BYTES = 16;

/** A sealed text cannot be decrypted: the key is missing, or the text or its place was changed. */
export class SealedTextError extends Error {
  override readonly name = 'SealedTextError';
}

/**
 * Encrypts texts for the database with AES-256-GCM, as `v1.<key id>.<nonce>.<ciphertext and tag>` in base64url. Each
 * text is bound to its place (table, column and row), so a text that was moved cannot be decrypted.
 */
export class SealedTexts {
  private readonly current: { id: string; key: Buffer };
  private readonly keys: ReadonlyMap<string, Buffer>;

  /** @param key, previous 32 bytes each, in base64; new texts are sealed with the first */
  constructor(key: string, previous: readonly string[] = []) {
    const [current, ...older] = [key, ...previous].map((text) => {
      const bytes = Buffer.from(text, 'base64');
      return { id: idOf(bytes), key: bytes };
    });
    if (current === undefined) throw new SealedTextError('There is no key.');
    this.current = current;
    this.keys = new Map([...older, current].map((one) => [one.id, one.key]));
  }

  seal(text: string, place: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const { id, key } = this.current;
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(id, place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, id, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws SealedTextError */
  open(sealed: string, place: string): string {
    const [version, id = '', nonce = '', content = '', ...rest] = sealed.split('.');
    if (version !== VERSION || rest.length > 0) throw new SealedTextError('This is no sealed text.');
    const key = this.keys.get(id);
    if (key === undefined) throw new SealedTextError(`The key ${id} that sealed this text is not set.`);
    try {
      const bytes = decode(content);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv(CIPHER, key, decode(nonce), options);
      decipher.setAAD(boundTo(id, place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SealedTextError('The sealed text, its key or its place was changed.');
    }
  }

  /**
   * A keyed hash (HMAC), to find equal texts without storing them. Without the key it cannot be guessed. It changes
   * with the current key.
   */
  fingerprint(text: string): string {
    const key = Buffer.from(hkdfSync('sha256', this.current.key, '', 'fingerprint', 32));
    const digest = createHmac('sha256', key).update(text).digest();
    return digest.subarray(0, FINGERPRINT_BYTES).toString('base64url');
  }

  /** A keyed hash (HMAC) by which a text is known as ours. It is bound to its place, and stored nowhere. */
  sign(text: string, place: string): string {
    return signature(this.current.key, text, place).toString('base64url');
  }

  /** Whether `sign()` made it, with this key or a former one. */
  isSigned(text: string, place: string, given: string): boolean {
    const bytes = Buffer.from(given, 'base64url');
    if (bytes.toString('base64url') !== given) return false;
    return [...this.keys.values()].some((key) => {
      const own = signature(key, text, place);
      return own.length === bytes.length && timingSafeEqual(own, bytes);
    });
  }

  /** The id of the current key, as in sealed texts. */
  get key_id(): string {
    return this.current.id;
  }

  /** Whether the text was sealed with the current key. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.current.id;
  }
}

function signature(key: Buffer, text: string, place: string): Buffer {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'signature', 32));
  return createHmac('sha256', own)
    .update(JSON.stringify([place, text]))
    .digest();
}

/** Accepts canonical base64url only: other spellings of the same bytes were tampered with. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new SealedTextError('This is no base64url.');
  return bytes;
}

/** A hash of the key, which does not reveal it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8);
}

function boundTo(keyId: string, place: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, place]));
}
