export type ImageType = 'image/png' | 'image/webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What picture it is, by its first bytes; null: none of these. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png';
  const [outer, inner] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)];
  return outer === 'RIFF' && inner === 'WEBP' ? 'image/webp' : null;
}
