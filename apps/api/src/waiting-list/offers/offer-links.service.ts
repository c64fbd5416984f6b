import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { idIn, signedId } from '../../platform/crypto/signed-id';
import type { WaitingEntry } from '../waiting-entry.entity';
import { OffersRepository } from './offers.repository';

const PLACE = 'link of an offered time';

/** The link by which whoever waits takes a time that was offered, or declines it. Each offer has another one. */
@Injectable()
export class OfferLinksService {
  constructor(
    private readonly offers: OffersRepository,
    private readonly sealing: SealedTexts,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /** Null without `PUBLIC_URL`. */
  urlOf(entry: Pick<WaitingEntry, 'id' | 'client_id' | 'offer_id'>): string | null {
    const { public_url } = this.settings;
    if (public_url === null || entry.offer_id === null) return null;
    return `${public_url}/book/w/${signedId(entry.offer_id, this.sealing.sign(textOf(entry), PLACE))}`;
  }

  /** Null: it opens nothing. */
  async find(token: string): Promise<WaitingEntry | null> {
    const read = idIn(token);
    const entry = read === null ? null : await this.offers.findOffer(read.id);
    if (read === null || entry === null) return null;
    return this.sealing.isSigned(textOf(entry), PLACE, read.signature) ? entry : null;
  }
}

/** A merge gives it to the client that is kept, who is the same person. */
function textOf({ id, offer_id }: Pick<WaitingEntry, 'id' | 'offer_id'>): string {
  return JSON.stringify([id, offer_id]);
}
