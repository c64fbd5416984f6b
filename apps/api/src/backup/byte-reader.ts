/** Reads a stream in chunks of exactly the requested size. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private waiting: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Null if fewer bytes are left. */
  async take(size: number): Promise<Buffer | null> {
    if (this.waiting.length < size) {
      const parts = [this.waiting];
      let length = this.waiting.length;
      while (length < size) {
        const next = await this.source.next();
        if (next.done === true) {
          this.waiting = Buffer.concat(parts);
          return null;
        }
        parts.push(next.value);
        length += next.value.length;
      }
      this.waiting = Buffer.concat(parts);
    }
    const taken = this.waiting.subarray(0, size);
    this.waiting = this.waiting.subarray(size);
    return taken;
  }
}
