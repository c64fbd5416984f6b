import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error';
import { inWords } from './body-limits';

/** Bodies up to this size are not counted: a short one, such as a log-in, always finds room. */
const UNCOUNTED_BYTES = 4_096;

/** Reads bodies whole, and limits the memory that all those take together that have not arrived whole yet. */
export class UnfinishedBodies {
  private heldBytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** What the unfinished bodies hold now, in bytes. */
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
    // Most bodies are short and have arrived together with their headers.
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
          if (!body.readableEnded) reject(brokenOff());
        });
      }
    });
    return read.finally(() => {
      this.heldBytes -= counted;
      body.removeAllListeners('data');
      // An error after the answer has no effect; without a listener it would end the process.
      body.on('error', () => undefined);
      body.resume();
    });
  }

  private hasRoomFor(size: number, counted: number): boolean {
    return size <= UNCOUNTED_BYTES || this.heldBytes + size - counted <= this.mostBytes;
  }

  /** @returns the bytes that count from now on beside those that did before */
  private hold(size: number, counted: number): number {
    const more = size <= UNCOUNTED_BYTES ? 0 : size - counted;
    this.heldBytes += more;
    return more;
  }
}

/** The client may go on sending, so the connection is closed after the answer. */
const CLOSE = { connection: 'close' };

function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `The body is larger than ${inWords(limit)}.`, { headers: CLOSE });
}

function overloaded(): AppError {
  return new AppError('overloaded', 'Too many unfinished bodies are arriving. Try again in 5 s.', {
    headers: CLOSE,
  });
}

function brokenOff(): AppError {
  return new AppError('request_timeout', 'The connection ended before the body did.');
}
