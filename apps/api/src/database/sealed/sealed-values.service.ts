import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { demandCredentialsKeys, forgetOlderKeys } from './credentials-keys';
import { resealAll, type Resealed } from './reseal';

/** Checks and rotates the keys of all sealed values in the panel database. */
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
   * Seals everything with the current key while servers run. Older keys are then no longer needed, unless something is
   * unreadable.
   */
  async changeKey(): Promise<Resealed> {
    const done = await resealAll(this.panel, this.texts);
    if (done.unreadable.length === 0) await forgetOlderKeys(this.panel, this.texts);
    return done;
  }
}
