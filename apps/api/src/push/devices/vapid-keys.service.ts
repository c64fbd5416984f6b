import { Injectable } from '@nestjs/common';
import { createECDH } from 'node:crypto';
import { HashKeysService } from '../../database/sealed/hash-keys.service';

/** The order of the group of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export interface VapidPair {
  public_key: string;
  private_key: string;
}

/** The keys by which push services know this installation (RFC 8292). All processes have the same. */
@Injectable()
export class VapidKeys {
  constructor(private readonly keys: HashKeysService) {}

  async read(): Promise<VapidPair> {
    const random = BigInt(`0x${(await this.keys.keyOf('push')).toString('hex')}`);
    const secret = ((random % (ORDER - 1n)) + 1n).toString(16).padStart(64, '0');
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret, 'hex');
    return {
      public_key: pair.getPublicKey('base64url'),
      private_key: Buffer.from(secret, 'hex').toString('base64url'),
    };
  }
}
