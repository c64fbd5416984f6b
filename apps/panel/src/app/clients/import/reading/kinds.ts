/** What a chosen file is, by its first bytes: its name may say anything. */
export type FileKind = 'text' | 'cards' | 'workbook' | 'old_workbook' | 'pdf' | 'picture';

const BEGINNINGS: readonly [FileKind, readonly number[]][] = [
  ['workbook', [0x50, 0x4b, 0x03, 0x04]],
  // Workbooks of Excel 97 to 2003, and those with a password.
  ['old_workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
];

export async function kindOf(file: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await file.slice(0, 512).arrayBuffer());
  const known = BEGINNINGS.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) return known[0];
  // UTF-16 has a zero beside each of these letters.
  const beginning = new TextDecoder('latin1').decode(bytes).replaceAll(/[\0\xef\xbb\xbf\xfe\xff\s]/g, '');
  return /^BEGIN:VCARD/i.test(beginning) ? 'cards' : 'text';
}

/** A file that is something else than a table. */
export class OtherKindError extends Error {
  constructor(readonly kind: FileKind) {
    super(kind);
  }
}
