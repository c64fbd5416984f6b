import type { ClientDataDto } from '@groupless/shared-dto';
import { escapeHtml } from '../shared/escape-html';
import type { Row } from './client-data.repository';

interface Table {
  table: string;
  heading: string;
  batches: AsyncIterable<Row[]>;
}

/** Of two clients of one name, the id says whose it is. */
type About = Pick<ClientDataDto, 'client_id' | 'at'> & { name: string };

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
  ...[{ client_id, name, at }, tables]: Parameters<DataFile>
): AsyncGenerator<string> {
  const title = `Personal data of ${escapeHtml(name)}`;
  yield (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<meta http-equiv="content-security-policy" content="${PAGE_POLICY}"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>All that is kept of the person, on ${toHtml(at)}. Client ${client_id}.</p>`
  );
  for (const { heading, batches } of tables) {
    let begin = `<h2>${escapeHtml(heading)}</h2>`;
    for await (const rows of batches) {
      yield begin + rows.map(toHtml).join('');
      begin = '';
    }
  }
  yield '</main></body></html>';
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d+)?Z$/;
/** Longer texts have a line of their own. */
const SHORT = 40;

function toHtml(value: unknown): string {
  if (value instanceof Date) return toHtml(value.toISOString());
  if (Array.isArray(value))
    return `<ul>${value.map((one) => `<li dir="auto">${toHtml(one)}</li>`).join('')}</ul>`;
  if (isChange(value)) return changeToHtml(value);
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, one]) => !isEmpty(one));
    return `<dl>${fields.map(fieldToHtml).join('')}</dl>`;
  }
  return escapeHtml(String(value).replace(INSTANT, '$1 $2 UTC'));
}

function fieldToHtml([name, value]: [string, unknown]): string {
  const isLong = typeof value === 'object' ? !(value instanceof Date) : toHtml(value).length > SHORT;
  const label = escapeHtml(name.replaceAll('_', ' '));
  return `<div${isLong ? ' class="long"' : ''}><dt>${label}</dt><dd dir="auto">${toHtml(value)}</dd></div>`;
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

function changeToHtml({ field, before, after }: Change): string {
  const [was, is] = [before, after].map((one) => (isEmpty(one) ? '–' : toHtml(one)));
  return `${escapeHtml(field.replaceAll('_', ' '))}: ${was} → ${is}`;
}

function isEmpty(value: unknown): boolean {
  if (value instanceof Date) return false;
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
