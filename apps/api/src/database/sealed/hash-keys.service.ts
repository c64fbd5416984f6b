import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { createHmac, randomBytes } from 'node:crypto';
import { Repository } from 'typeorm';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { HashKey } from './hash-key.entity';
import { sealedPlace } from './sealed-columns';

const KEY_BYTES = 32;

/** Keys that this installation makes itself. They are sealed, and stay the same when CREDENTIALS_KEY changes. */
@Injectable()
export class HashKeysService {
  private readonly keys = new Map<string, Promise<Buffer>>();

  constructor(
    @InjectRepository(HashKey) private readonly stored: Repository<HashKey>,
    private readonly texts: SealedTexts,
  ) {}

  /**
   * Hashes that nobody can guess from the database.
   * @param name what is hashed
   */
  async hasher(name: string): Promise<(text: string) => string> {
    const key = await this.keyOf(name);
    return (text) => createHmac('sha256', key).update(text).digest('base64url');
  }

  /** 32 bytes, made when they are asked for first. */
  keyOf(name: string): Promise<Buffer> {
    const known = this.keys.get(name) ?? this.read(name);
    this.keys.set(name, known);
    known.catch(() => this.keys.delete(name));
    return known;
  }

  private async read(name: string): Promise<Buffer> {
    const place = sealedPlace('hash_keys.key', name);
    const found = async () => (await this.stored.findOneBy({ name }))?.key;
    let sealed = await found();
    if (sealed === undefined) {
      const key = this.texts.seal(randomBytes(KEY_BYTES).toString('base64url'), place);
      // Of several processes that make it at once, the first one's counts.
      await this.stored.createQueryBuilder().insert().values({ name, key }).orIgnore().execute();
      sealed = (await found()) ?? key;
    }
    return Buffer.from(this.texts.open(sealed, place), 'base64url');
  }
}
