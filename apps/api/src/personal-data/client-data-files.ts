import type { ClientDataDto } from '@groupless/shared-dto';
import { escapeHtml } from '../shared/escape-html';
import type { Row } from './client-data.repository';

interface Table {
  table: string;
  heading: string;
  batches: AsyncIterable<Row[]>;
}

export type DataFile = (
  about: Pick<ClientDataDto, 'client_id' | 'at'>,
  tables: Iterable<Table>,
) => AsyncGenerator<string>;

/** A `ClientDataDto`. */
export async function* jsonFile(...[about, tables]: Parameters<DataFile>): AsyncGenerator<string> {
  yield `${JSON.stringify(about).slice(0, -1)},"data":{`;
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
  'body>dl{border-top:1px solid #ccc;padding-top:.5rem}dl{margin:.5rem 0}dt{color:#555}dd{margin:0 0 .25rem 1rem;white-space:pre-wrap}' +
  'ul{margin:0;padding-left:1rem}';

/** A page with a heading for each table that has something of the person. */
export async function* htmlFile(...[{ at }, tables]: Parameters<DataFile>): AsyncGenerator<string> {
  yield (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="content-security-policy" content="${PAGE_POLICY}"><title>Personal data</title><style>${STYLE}</style></head>` +
    `<body><h1>Personal data</h1><p>All that is kept of the person, on ${toHtml(at)}.</p>`
  );
  for (const { heading, batches } of tables) {
    let begin = `<h2>${escapeHtml(heading)}</h2>`;
    for await (const rows of batches) {
      yield begin + rows.map(toHtml).join('');
      begin = '';
    }
  }
  yield '</body></html>';
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d+)?Z$/;

function toHtml(value: unknown): string {
  if (value instanceof Date) return toHtml(value.toISOString());
  if (Array.isArray(value)) return `<ul>${value.map((one) => `<li>${toHtml(one)}</li>`).join('')}</ul>`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, one]) => !isEmpty(one));
    return `<dl>${fields.map(([name, one]) => `<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${toHtml(one)}</dd>`).join('')}</dl>`;
  }
  return escapeHtml(String(value).replace(INSTANT, '$1 $2 UTC'));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
