import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The panel as the build left it. */
export interface BuiltPanel {
  folder: string;
  /** Paths below the folder, with `/` between, which may be asked for. */
  files: ReadonlySet<string>;
  /** Those whose name changes with their content. */
  immutable_files: ReadonlySet<string>;
  /** `index.html` */
  page: string;
}

const PAGE = 'index.html';
/** What the build writes in the place of the nonce. */
const NONCE = '__CSP_NONCE__';
/** Compressed twins are chosen by the request's headers, not by name. */
const COMPRESSED = /\.(?:br|gz)$/;
const HASHED = /-[\w-]{8}\.[a-z0-9]+$/;

/** Null: nothing has been built there. */
export function readPanel(folder: string): BuiltPanel | null {
  if (!existsSync(join(folder, PAGE))) return null;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== PAGE && !COMPRESSED.test(path));
  return {
    folder,
    files: new Set(files),
    immutable_files: new Set(files.filter(hasHash)),
    page: readFileSync(join(folder, PAGE), 'utf8'),
  };
}

/** Whether the name of a file changes with its content. */
export function hasHash(path: string): boolean {
  return HASHED.test(path);
}

/** The page with this request's nonce: scripts and styles that carry it may run. */
export function pageWithNonce({ page }: BuiltPanel, nonce: string): string {
  return page.replaceAll(NONCE, nonce);
}
