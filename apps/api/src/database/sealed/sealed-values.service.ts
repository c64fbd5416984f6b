import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SealedTexts } from '../../shared/crypto/sealed-text';
import { demandCredentialsKeys, forgetOlderKeys } from './credentials-keys';
import { resealAll, type Resealed } from './reseal';

/** All that is sealed in the panel database, whatever it is: that its keys are there, and their change. */
@Injectable()
export class SealedValuesService {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly texts: SealedTexts,
  ) {}

  /** @throws CredentialsKeyError */
  demandKeys(): Promise<void> {
    return demandCredentialsKeys(this.panel, this.texts);
  }

  /**
   * Seals everything with the current key, after which no older one is needed unless something is unreadable.
   * Others may read and write meanwhile.
   */
  async changeKey(): Promise<Resealed> {
    const done = await resealAll(this.panel, this.texts);
    if (done.unreadable.length === 0) await forgetOlderKeys(this.panel, this.texts);
    return done;
  }
}
