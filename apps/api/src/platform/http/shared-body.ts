import { constants, brotliCompress, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { ContentCoding } from './headers/accept';
import { entityTag } from './headers/entity-tag';

const MOST_OF_A_PACKET = 1_400;

const COMPRESS: Record<Exclude<ContentCoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        // As fast as gzip, but smaller.
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: promisify(gzip),
};

/** A body that many callers share. Each compressed form is made once, on demand, and cached. */
export class SharedBody {
  private readonly compressed = new Map<ContentCoding, Promise<Buffer>>();

  /** @param tag of the bytes, if known */
  constructor(
    readonly bytes: Buffer,
    private readonly tag = entityTag(bytes),
  ) {}

  /** The coding for a caller who prefers this one. A body that fits into one packet is not compressed. */
  coding(preferred: ContentCoding): ContentCoding {
    return this.bytes.length > MOST_OF_A_PACKET ? preferred : 'identity';
  }

  /** Each compressed form has its own tag, because its bytes differ. */
  tagOf(coding: ContentCoding): string {
    return coding === 'identity' ? this.tag : `${this.tag.slice(0, -1)}-${coding}"`;
  }

  /** The bytes to send. They are compressed in Node's thread pool, off the event loop. */
  load(coding: ContentCoding): Promise<Buffer> {
    let loading = this.compressed.get(coding);
    if (loading === undefined) {
      loading = coding === 'identity' ? Promise.resolve(this.bytes) : COMPRESS[coding](this.bytes);
      this.compressed.set(coding, loading);
    }
    return loading;
  }
}
