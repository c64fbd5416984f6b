import type { ClientDataDto, MailLanguage } from '@groupless/shared-dto';
import { escapeHtml } from '../shared/escape-html';
import { CODED } from './words/codes';
import { handedWords, type HandedWords } from './words/handed-words';
import { words } from './personal-statements';
import type { Row } from './client-data.repository';

interface Table {
  table: string;
  batches: AsyncIterable<Row[]>;
}

/** Of two clients of one name, the id says whose it is. */
interface About {
  client_id: ClientDataDto['client_id'];
  at: Date;
  name: string;
  /** Of the page: what the person reads, and the zone of the business. */
  language: MailLanguage;
  time_zone: string;
}

export type DataFile = (about: About, tables: Iterable<Table>) => AsyncGenerator<string>;

/** A `ClientDataDto`. */
export async function* jsonFile(
  ...[{ client_id, at }, tables]: Parameters<DataFile>
): AsyncGenerator<string> {
  yield `${JSON.stringify({ client_id, at }).slice(0, -1)},"data":{`;
  let comma = '';
  for (const { table, batches } of tables) {
    yield `${comma}${JSON.stringify(table)}:[`;
    comma = '';
    for await (const rows of batches) {
      yield comma + rows.map((row) => JSON.stringify(row)).join(',');
      comma = ',';
    }
    yield ']';
    comma = ',';
  }
  yield '}}';
}

/** Also where the file is opened without the server, nothing in it runs or is fetched. */
export const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}' +
  'h1{line-height:1.25}h2{margin:2rem 0 .5rem;font-size:1.25rem}' +
  'main>dl{border-top:1px solid #ccc;padding:.75rem 0}' +
  'dl{display:grid;grid-auto-flow:dense;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:.5rem 1.5rem;margin:0}' +
  '.long{grid-column:1/-1}dt{color:#555;font-size:.875rem}dt::first-letter{text-transform:uppercase}' +
  'dd{margin:0;white-space:pre-wrap}ul{margin:0;padding-left:1rem}' +
  '@media print{body{font-size:10.5pt;max-width:none;margin:0;padding:0}h2{break-after:avoid}main>dl{break-inside:avoid-page}}';

/** A page with a heading for each table that has something of the person. */
export async function* htmlFile(
  ...[{ client_id, name, at, language, time_zone }, tables]: Parameters<DataFile>
): AsyncGenerator<string> {
  const said = handedWords(language);
  const page = new DataPage(
    said,
    new Intl.DateTimeFormat(language, { timeZone: time_zone, dateStyle: 'medium', timeStyle: 'short' }),
  );
  const filled = (text: string | undefined, values: Record<string, string>) =>
    escapeHtml((text ?? '').replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''));
  const title = filled(said.page['title'], { name });
  const about = filled(said.page['about'], { at: page.timeOf(at), zone: time_zone, id: client_id });
  yield (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta http-equiv="content-security-policy" content="${PAGE_POLICY}"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>${about}</p>`
  );
  for (const { table, batches } of tables) {
    let begin = `<h2>${escapeHtml(said.headings[table] ?? table)}</h2>`;
    for await (const rows of batches) {
      yield begin + rows.map((row) => page.toHtml(row)).join('');
      begin = '';
    }
  }
  yield '</main></body></html>';
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?Z$/;
/** Longer texts have a line of their own. */
const SHORT = 40;
const CODED_FIELDS = new Set(words(CODED));

/** The values of a page, in one language. */
class DataPage {
  constructor(
    private readonly said: HandedWords,
    private readonly times: Intl.DateTimeFormat,
  ) {}

  timeOf(instant: Date): string {
    return this.times.format(instant);
  }

  /** @param field of which it is the value */
  toHtml(value: unknown, field = ''): string {
    if (value instanceof Date) return escapeHtml(this.timeOf(value));
    if (Array.isArray(value))
      return `<ul>${value.map((one) => `<li dir="auto">${this.toHtml(one, field)}</li>`).join('')}</ul>`;
    if (isChange(value)) return this.changeToHtml(value);
    if (typeof value === 'object' && value !== null) {
      const fields = Object.entries(value).filter(([, one]) => !isEmpty(one));
      return `<dl>${fields.map((one) => this.fieldToHtml(...one)).join('')}</dl>`;
    }
    const text = String(value);
    if (INSTANT.test(text)) return escapeHtml(this.timeOf(new Date(text)));
    if (field === 'field') return this.labelOf(text);
    const isCode = typeof value === 'boolean' || CODED_FIELDS.has(field);
    return escapeHtml((isCode ? this.said.codes[text] : undefined) ?? text);
  }

  private fieldToHtml(name: string, value: unknown): string {
    const html = this.toHtml(value, name);
    const isLong = typeof value === 'object' ? !(value instanceof Date) : html.length > SHORT;
    return `<div${isLong ? ' class="long"' : ''}><dt>${this.labelOf(name)}</dt><dd dir="auto">${html}</dd></div>`;
  }

  private changeToHtml({ field, before, after }: Change): string {
    const [was, is] = [before, after].map((one) => (isEmpty(one) ? '–' : this.toHtml(one, field)));
    return `${this.labelOf(field)}: ${was} → ${is}`;
  }

  private labelOf(name: string): string {
    return escapeHtml(this.said.labels[name] ?? name.replaceAll('_', ' '));
  }
}

interface Change {
  field: string;
  before?: unknown;
  after?: unknown;
}

function isChange(value: unknown): value is Change {
  return (
    typeof value === 'object' && value !== null && 'field' in value && ('before' in value || 'after' in value)
  );
}

function isEmpty(value: unknown): boolean {
  if (value instanceof Date) return false;
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.values(value).every(isEmpty))
  );
}
