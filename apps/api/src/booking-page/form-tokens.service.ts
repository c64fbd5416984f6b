import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { SealedTexts } from '../platform/crypto/sealed-text';

const GOOD_FOR_MS = 2 * 3_600_000;
const PLACE = 'form of the booking page';

/**
 * Tokens that a form brings back: it was made by this server, for this purpose, not long ago. What fetches or follows
 * addresses on its own, such as a scanner of mails, has none.
 */
@Injectable()
export class FormTokensService {
  constructor(
    private readonly sealing: SealedTexts,
    private readonly clock: Clock,
  ) {}

  make(purpose: string): string {
    const ends = (this.clock.now().getTime() + GOOD_FOR_MS).toString(36);
    const text = `${randomBytes(16).toString('base64url')}.${ends}`;
    return `${text}.${this.sealing.sign(text, `${PLACE}: ${purpose}`)}`;
  }

  /** What is different in each token; null: it is another's, or too old. */
  read(purpose: string, token: string): string | null {
    const [unique = '', ends = '', signature = '', ...rest] = token.split('.');
    const isOurs =
      rest.length === 0 && this.sealing.isSigned(`${unique}.${ends}`, `${PLACE}: ${purpose}`, signature);
    return isOurs && Number.parseInt(ends, 36) > this.clock.now().getTime() ? unique : null;
  }
}
