/**
 * The offered media type that an `Accept` header prefers: the highest quality wins, then the more specific range, then
 * the first offer. If none is accepted, the first one.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const ranges = (accept ?? '*/*').split(',').flatMap(readRange);
  let best = { type: offered[0], quality: 0, exactness: 0 };
  for (const type of offered) {
    const { quality, exactness } = closestRange(ranges, type);
    if (quality > best.quality || (quality === best.quality && quality > 0 && exactness > best.exactness))
      best = { type, quality, exactness };
  }
  return best.type;
}

/** Whether an `Accept` header accepts a media type. A missing header accepts all. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return closestRange(accept.split(',').flatMap(readRange), type).quality > 0;
}

export type ContentCoding = 'br' | 'gzip' | 'identity';

/**
 * The content coding that an `Accept-Encoding` header prefers: the highest quality wins, then the smaller one.
 * Uncompressed if it names none of ours.
 */
export function preferredCoding(acceptEncoding: string | undefined): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const ranges = acceptEncoding.split(',').flatMap(readRange);
  const qualityOf = (wanted: string) => ranges.find(({ name }) => name === wanted)?.quality;
  const rest = qualityOf('*') ?? 0;
  const [br, gzip] = [qualityOf('br') ?? rest, qualityOf('gzip') ?? rest];
  const best = Math.max(br, gzip);
  if (best === 0 || best < (qualityOf('identity') ?? 0)) return 'identity';
  return br === best ? 'br' : 'gzip';
}

interface Range {
  name: string;
  quality: number;
}

/** 0 to 1 with at most three decimals. Ranges with an invalid quality are ignored. */
const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function readRange(text: string): Range[] {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return QUALITY.test(quality) ? [{ name, quality: Number(quality) }] : [];
}

/** The quality of the most specific range that includes a type. */
function closestRange(ranges: readonly Range[], type: string): { quality: number; exactness: number } {
  const patterns = ['*/*', `${type.split('/')[0]}/*`, type];
  for (const exactness of [2, 1, 0]) {
    const range = ranges.find(({ name }) => name === patterns[exactness]);
    if (range !== undefined) return { quality: range.quality, exactness };
  }
  return { quality: 0, exactness: 0 };
}
