import { FileFaultError } from './zip';

/** Numbers and addresses beyond these are left in the last cell. */
const MOST = { phones: 6, emails: 3, cards: 500_000, line: 1_000_000 };

/** The columns of a table of cards: headings that an import knows. */
const HEADER = [
  ...['Name', 'Organization Name', 'Title', 'Birthday', 'Address', 'Notes', 'Labels'],
  ...Array.from({ length: MOST.phones }, (_, at) => [`Phone ${at + 1} - Label`, `Phone ${at + 1} - Value`]),
  ...Array.from({ length: MOST.emails }, (_, at) => `E-mail ${at + 1} - Value`),
].flat();

interface Property {
  name: string;
  /** Of its parameters: `home`, `cell`. */
  types: string[];
  value: string;
}

/** Contacts of a vCard file (2.1, 3.0, 4.0) as the rows of a table, with its header. Photos and sounds are left out. */
export async function* cardRows(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  yield HEADER;
  let card: Property[] | null = null;
  let count = 0;
  for await (const line of unfolded(lines)) {
    const property = propertyOf(line);
    if (property?.name === 'BEGIN') card = [];
    else if (property?.name === 'END' && card !== null) {
      if (++count > MOST.cards) throw new FileFaultError('too_large_inside');
      yield rowOf(card);
      card = null;
    } else if (property !== null && !BINARY.includes(property.name)) card?.push(property);
  }
  if (count === 0) throw new FileFaultError('no_table');
}

const BINARY = ['PHOTO', 'LOGO', 'SOUND', 'KEY'];

/** A long line goes on in the next one, behind a blank; of quoted-printable, behind its sign at the end. */
async function* unfolded(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let whole: string | null = null;
  for await (const line of lines) {
    const isSoft: boolean =
      whole !== null && /^[^:]*quoted-printable[^:]*:/i.test(whole) && whole.endsWith('=');
    if (whole !== null && (isSoft || /^[ \t]/.test(line))) {
      whole = isSoft ? whole.slice(0, -1) + line : whole + line.slice(1);
      if (whole.length > MOST.line * 20) throw new FileFaultError('broken');
      continue;
    }
    if (whole !== null) yield whole;
    whole = line;
  }
  if (whole !== null) yield whole;
}

function propertyOf(line: string): Property | null {
  const [, head = '', value = ''] = /^((?:[^":]|"[^"]*")*):([^]*)$/.exec(line) ?? [];
  const [name = '', ...parameters] = head.split(';');
  // A group stands before: `item1.TEL`.
  const plain = name.slice(name.lastIndexOf('.') + 1).toUpperCase();
  if (plain === '') return null;
  const of = (wanted: string) =>
    parameters
      .filter((one) => one.toUpperCase().startsWith(`${wanted}=`))
      .map((one) => one.slice(wanted.length + 1));
  const bare = parameters.filter((one) => !one.includes('='));
  const isQuoted = [...of('ENCODING'), ...bare].some((one) => /^(?:quoted-printable|q)$/i.test(one));
  const types = [...of('TYPE'), ...bare].flatMap((one) => one.replaceAll('"', '').toLowerCase().split(','));
  const [charset = 'utf-8'] = of('CHARSET');
  return { name: plain, types, value: isQuoted ? unquoted(value, charset) : value };
}

function unquoted(text: string, charset: string): string {
  const bytes: number[] = [];
  for (const [, hex, other] of text.matchAll(/=([\da-f]{2})|([^])/gi))
    if (hex !== undefined) bytes.push(parseInt(hex, 16));
    else bytes.push(...new TextEncoder().encode(other));
  try {
    return new TextDecoder(charset).decode(new Uint8Array(bytes));
  } catch {
    return new TextDecoder().decode(new Uint8Array(bytes));
  }
}

function rowOf(card: readonly Property[]): string[] {
  const all = (name: string) => card.filter((one) => one.name === name);
  const first = (name: string) => text(all(name)[0]?.value ?? '');
  const [family = '', given = '', further = ''] = parts(all('N')[0]?.value ?? '');
  const written = [given, further, family].filter((part) => part !== '').join(' ');
  const phones = all('TEL').map(({ types, value }) => ({
    label: types.filter((type) => !['voice', 'pref', 'internet', 'text'].includes(type)).join(' '),
    number: text(value).replace(/^tel:/i, ''),
  }));
  const emails = all('EMAIL').map(({ value }) => text(value));
  const address = parts(all('ADR')[0]?.value ?? '').filter((part) => part !== '');
  return [
    written || first('FN'),
    parts(all('ORG')[0]?.value ?? '')[0] ?? '',
    first('TITLE'),
    first('BDAY'),
    address.join(', '),
    all('NOTE')
      .map(({ value }) => text(value))
      .join('\n'),
    all('CATEGORIES')
      .flatMap(({ value }) => value.split(/(?<!\\),/).map(text))
      .join(' ::: '),
    ...Array.from({ length: MOST.phones }, (_, at) => [
      phones[at]?.label ?? '',
      phones[at]?.number ?? '',
    ]).flat(),
    ...Array.from({ length: MOST.emails }, (_, at) => emails[at] ?? ''),
  ];
}

/** Values that stand side by side: parts of a name, of an address. */
function parts(value: string): string[] {
  return value.split(/(?<!\\);/).map((part) => text(part).trim());
}

function text(value: string): string {
  return value.replaceAll(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim();
}
