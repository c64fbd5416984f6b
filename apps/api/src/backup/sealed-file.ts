import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseName } from '../database/data-source-options';
import { BackupError } from './backup-error';
import { newestBackup } from './backup-folder';
import { ByteReader } from './byte-reader';

/**
 * The file format of a backup: a line with the format's version, a header in JSON, and frames encrypted with
 * AES-256-GCM. The nonce of a frame holds its number and whether it is the last, and each frame authenticates the
 * header, so a file that was cut, altered or reassembled is refused. The key is derived from BACKUP_KEY and a salt of
 * this file.
 */
const FIRST_LINE = Buffer.from('groupless backup 1\n');
const CIPHER = 'aes-256-gcm';
const FRAME_BYTES = 262_144;
const TAG_BYTES = 16;
/** The limit for the header, which is read before it can be authenticated. */
const HEADER_BYTES = 16_777_216;
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 67_108_864 };

export interface BackupHeader {
  created_at: string;
  /** Names of the migrations that each database had. */
  migrations: Record<DatabaseName, string[]>;
  /** The ids of clients who were erased, for a restore of an earlier backup. */
  erased: string[];
  /** In base64. */
  salt: string;
}

export function newHeader(migrations: BackupHeader['migrations'], erased: string[], now: Date): BackupHeader {
  return { created_at: now.toISOString(), migrations, erased, salt: randomBytes(16).toString('base64') };
}

/** Encrypts a content: yields the bytes of the file. */
export async function* seal(
  header: BackupHeader,
  backupKey: string,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const headerText = Buffer.from(JSON.stringify(header));
  const cipher = new Frames(headerText, header, backupKey);
  yield Buffer.concat([FIRST_LINE, uint32(headerText.length), headerText]);
  // An empty first frame tells a wrong key from altered content.
  yield cipher.seal(Buffer.alloc(0), false);
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < FRAME_BYTES) continue;
    const whole = Buffer.concat(waiting);
    const rest = whole.length % FRAME_BYTES;
    for (let at = 0; at < whole.length - rest; at += FRAME_BYTES)
      yield cipher.seal(whole.subarray(at, at + FRAME_BYTES), false);
    waiting = [whole.subarray(whole.length - rest)];
    size = rest;
  }
  yield cipher.seal(Buffer.concat(waiting), true);
}

export interface OpenedFile {
  header: BackupHeader;
  /** Each chunk is authentic. Only the end proves that nothing is missing. */
  content: AsyncIterable<Buffer>;
  /** For who reads no content. */
  close: () => void;
}

/** @throws BackupError if the file is not a backup, or was encrypted with another key */
export async function openSealed(path: string, backupKey: string): Promise<OpenedFile> {
  const file = await open(path).catch((error: unknown) => {
    throw new BackupError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  });
  if ((await file.stat()).isDirectory()) {
    await file.close();
    const name = newestBackup(path) ?? 'groupless.backup';
    throw new BackupError(`${path} is a folder: name a backup in it, such as ${join(path, name)}`);
  }
  const stream = file.createReadStream({ highWaterMark: FRAME_BYTES });
  try {
    return { ...(await readHead(new ByteReader(stream), backupKey)), close: () => stream.destroy() };
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

async function readHead(bytes: ByteReader, backupKey: string): Promise<Omit<OpenedFile, 'close'>> {
  const first = await bytes.take(FIRST_LINE.length);
  if (first?.equals(FIRST_LINE) !== true) {
    const isOurs = first?.subarray(0, 16).equals(FIRST_LINE.subarray(0, 16)) === true;
    throw new BackupError(
      isOurs ? 'A newer version of this program made this backup.' : 'This file is no backup.',
    );
  }
  const length = (await bytes.take(4))?.readUInt32BE() ?? 0;
  const headerText = length > HEADER_BYTES ? null : await bytes.take(length);
  const header = headerText === null ? null : parsedHeader(headerText);
  if (header === null || headerText === null)
    throw new BackupError('The header of this backup is cut or damaged.');
  const frames = new Frames(headerText, header, backupKey);
  const check = await nextFrame(bytes);
  if (check === null) throw new BackupError('This backup is cut: its end is missing.');
  if (frames.open(check) === null)
    throw new BackupError('This backup was made with another BACKUP_KEY, or its header was altered.');
  return { header, content: contentOf(bytes, frames) };
}

async function* contentOf(bytes: ByteReader, frames: Frames): AsyncGenerator<Buffer> {
  for (;;) {
    const sealed = await nextFrame(bytes);
    if (sealed === null) throw new BackupError('This backup is cut: its end is missing.');
    const opened = frames.open(sealed);
    if (opened === null) throw new BackupError('This backup was altered or damaged.');
    yield opened.text;
    if (!opened.is_last) continue;
    if ((await bytes.take(1)) !== null) throw new BackupError('Something was appended to this backup.');
    return;
  }
}

async function nextFrame(bytes: ByteReader): Promise<Buffer | null> {
  const length = (await bytes.take(4))?.readUInt32BE();
  if (length === undefined) return null;
  if (length > FRAME_BYTES) throw new BackupError('This backup was altered or damaged.');
  return bytes.take(length + TAG_BYTES);
}

function parsedHeader(text: Buffer): BackupHeader | null {
  try {
    const {
      salt,
      migrations,
      created_at,
      erased = [],
    } = JSON.parse(text.toString()) as Partial<BackupHeader>;
    const isWhole =
      typeof salt === 'string' &&
      typeof created_at === 'string' &&
      [migrations?.panel, migrations?.memory, erased].every(Array.isArray);
    return isWhole ? ({ salt, migrations, created_at, erased } as BackupHeader) : null;
  } catch {
    return null;
  }
}

/** Encrypts or decrypts the frames of one file, in order. */
class Frames {
  private readonly key: Buffer;
  private readonly associated: Buffer;
  private count = 0n;

  constructor(headerText: Buffer, { salt }: BackupHeader, backupKey: string) {
    this.key = scryptSync(backupKey, Buffer.from(salt, 'base64'), 32, SCRYPT);
    this.associated = createHash('sha256').update(FIRST_LINE).update(headerText).digest();
  }

  seal(text: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv(CIPHER, this.key, this.nextNonce(isLast)).setAAD(this.associated);
    const sealed = [cipher.update(text), cipher.final()];
    return Buffer.concat([uint32(text.length), ...sealed, cipher.getAuthTag()]);
  }

  /** Null if this is not the expected frame. */
  open(sealed: Buffer): { text: Buffer; is_last: boolean } | null {
    const [whole, last] = [this.nextNonce(false), this.nextNonce(true, this.count - 1n)];
    for (const [nonce, isLast] of [
      [whole, false],
      [last, true],
    ] as const) {
      const text = this.decrypted(sealed, nonce);
      if (text !== null) return { text, is_last: isLast };
    }
    return null;
  }

  private decrypted(sealed: Buffer, nonce: Buffer): Buffer | null {
    const end = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(this.associated).setAuthTag(sealed.subarray(end));
    const text = decipher.update(sealed.subarray(0, end));
    try {
      decipher.final();
      return text;
    } catch {
      return null;
    }
  }

  private nextNonce(isLast: boolean, number = this.count++): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeBigUInt64BE(number);
    nonce.writeUInt8(isLast ? 1 : 0, 8);
    return nonce;
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
