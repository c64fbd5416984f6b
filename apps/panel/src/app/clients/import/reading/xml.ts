import { FileFaultError } from './zip';

/** What is told of an XML text that comes in pieces. Names are without their namespace. */
export interface XmlHandler {
  open?: (name: string, attribute: (name: string) => string | null) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** A tag is never longer, in a file that is one. */
const LONGEST_TAG = 1_000_000;

/**
 * Reads the XML of office programs: elements, attributes, texts, CDATA. A document type, with which a file could refer to others or
 * grow without end, is refused.
 * @throws FileFaultError
 */
export async function readXml(texts: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  for await (const _piece of xmlPieces(texts, handler));
}

/** The same, with a pause after each piece. */
export async function* xmlPieces(texts: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  let rest = '';
  for await (const piece of texts) {
    rest = readPiece(rest + piece, handler);
    if (rest.length > LONGEST_TAG) throw new FileFaultError('broken');
    yield;
  }
}

/** @returns what the next piece continues */
function readPiece(text: string, handler: XmlHandler): string {
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start === -1) return text.slice(at);
    const [opening, closing] = signsOf(text, start);
    const end = text.indexOf(closing, start + opening.length);
    // A sign may be cut in the middle.
    if (end === -1 || text.length - start < 9) return text.slice(at);
    if (start > at) handler.text?.(decoded(text.slice(at, start)));
    const inside = text.slice(start + opening.length, end);
    if (opening === '<![CDATA[') handler.text?.(inside);
    else if (opening === '<') readTag(inside, handler);
    else if (opening === '<!') throw new FileFaultError('broken');
    at = end + closing.length;
    // The rest of the piece is all that is left of the text: it is short enough to be the end.
    if (at === text.length) return '';
  }
}

function signsOf(text: string, start: number): [opening: string, closing: string] {
  if (text.startsWith('<!--', start)) return ['<!--', '-->'];
  if (text.startsWith('<![CDATA[', start)) return ['<![CDATA[', ']]>'];
  if (text.startsWith('<?', start)) return ['<?', '?>'];
  return text.startsWith('<!', start) ? ['<!', '>'] : ['<', '>'];
}

function readTag(inside: string, { open, close }: XmlHandler): void {
  if (inside.startsWith('/')) {
    close?.(localName(inside.slice(1).trim()));
    return;
  }
  const isEmpty = inside.endsWith('/');
  const name = /^[^\s/]+/.exec(inside)?.[0] ?? '';
  const local = localName(name);
  open?.(local, (wanted) => attributeOf(inside, wanted));
  if (isEmpty) close?.(local);
}

function attributeOf(tag: string, wanted: string): string | null {
  for (const [, name = '', double, single] of tag.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name === wanted || name.endsWith(`:${wanted}`)) return decoded(double ?? single ?? '');
  return null;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = parseInt((decimal ?? hex) as string, decimal === undefined ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
