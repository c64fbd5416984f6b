import { createHash, randomBytes } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes per read. */
const PART = 65_536;

/**
 * A body that is too large for memory, kept on disk. The file is unlinked as soon as it is open: no other process can
 * open it, and the system frees its space when it is closed, also after a kill.
 */
export class SpooledFile {
  private size = 0;
  private readonly hash = createHash('sha256');

  private constructor(private readonly file: FileHandle) {}

  static async create(): Promise<SpooledFile> {
    const path = join(tmpdir(), `groupless-${randomBytes(16).toString('hex')}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new SpooledFile(file);
  }

  /** Yields each part after it is written. */
  async *keep(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      this.hash.update(part);
      for (let at = 0; at < part.length;) {
        const { bytesWritten } = await this.file.write(part, at, part.length - at, this.size);
        at += bytesWritten;
        this.size += bytesWritten;
      }
      yield part;
    }
  }

  /** Reads all that was written, from the beginning. */
  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size;) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(PART), 0, PART, at);
      if (bytesRead === 0) throw new Error('A temporary file is shorter than what was written to it.');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Of all that was kept; asked for once. */
  digest(): string {
    return this.hash.digest('base64url');
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
