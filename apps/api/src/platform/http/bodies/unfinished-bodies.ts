import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error';
import { inWords } from './body-limits';

/** Bodies up to this size are not counted, so a short one, such as a log-in, is never refused. */
const UNCOUNTED_BYTES = 4_096;

/** Buffers bodies, and limits the total memory of those that are incomplete. */
export class UnfinishedBodies {
  private heldBytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** The current size of all incomplete bodies, in bytes. */
  get held(): number {
    return this.heldBytes;
  }

  /**
   * The whole body.
   * @param limit of this body, in bytes
   * @throws AppError `body_too_large`; `overloaded` while other unfinished bodies hold the memory; `request_timeout`
   * if the connection ends before the body does
   */
  read(body: IncomingMessage, limit: number): Promise<Buffer> {
    if (Number(body.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
    // Fast path: most bodies are short and arrive together with their headers.
    if (body.complete && body.readableLength <= Math.min(limit, UNCOUNTED_BYTES)) {
      return Promise.resolve((body.read() as Buffer | null) ?? Buffer.alloc(0));
    }
    const parts: Buffer[] = [];
    let size = 0;
    let counted = 0;
    const read = new Promise<Buffer>((resolve, reject) => {
      body.on('data', (part: Buffer) => {
        size += part.length;
        if (size > limit) reject(tooLarge(limit));
        else if (this.hasRoomFor(size, counted)) {
          parts.push(part);
          counted += this.hold(size, counted);
        } else reject(overloaded());
      });
      body.once('end', () => {
        resolve(Buffer.concat(parts));
      });
      for (const event of ['close', 'error']) {
        body.once(event, () => {
          if (!body.readableEnded) reject(connectionEnded());
        });
      }
    });
    return read.finally(() => {
      this.heldBytes -= counted;
      body.removeAllListeners('data');
      // Without a listener an error after the answer would end the process.
      body.on('error', () => undefined);
      body.resume();
    });
  }

  private hasRoomFor(size: number, counted: number): boolean {
    return size <= UNCOUNTED_BYTES || this.heldBytes + size - counted <= this.mostBytes;
  }

  /** @returns the bytes that count in addition */
  private hold(size: number, counted: number): number {
    const more = size <= UNCOUNTED_BYTES ? 0 : size - counted;
    this.heldBytes += more;
    return more;
  }
}

/** Closes the connection after the answer, because the client may go on sending. */
const CLOSE = { connection: 'close' };

function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `The body is larger than ${inWords(limit)}.`, { headers: CLOSE });
}

function overloaded(): AppError {
  return new AppError('overloaded', 'Too many unfinished bodies are arriving. Try again in 5 s.', {
    headers: CLOSE,
  });
}

function connectionEnded(): AppError {
  return new AppError('request_timeout', 'The connection ended before the body did.');
}
