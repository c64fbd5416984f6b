import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { demandCredentialsKeys, forgetOlderKeys } from './credentials-keys';
import { findLost, forgetLost, type Lost } from './forget-lost';
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

  /** What no key that is set can read. */
  findLost(): Promise<Lost> {
    return findLost(this.panel, this.texts);
  }

  /** Takes it out, and the keys that are missing. The rest stays. */
  forgetLost(): Promise<void> {
    return forgetLost(this.panel, this.texts);
  }

  /** Whether a server is connected to the panel database. */
  async isServed(): Promise<boolean> {
    const text = `select from pg_stat_activity
      where datname = current_database() and application_name = 'groupless events'`;
    return (await this.panel.query<unknown[]>(text)).length > 0;
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
