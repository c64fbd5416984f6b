import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The built panel. */
export interface BuiltPanel {
  folder: string;
  /** The served paths below the folder. */
  files: ReadonlySet<string>;
  /** Files with a content hash in their name. */
  immutable_files: ReadonlySet<string>;
  /** `index.html` */
  page: string;
}

const PAGE = 'index.html';
/** The build's placeholder of the nonce. */
const NONCE = '__CSP_NONCE__';
/** Compressed files are chosen by content negotiation, not by name. */
const COMPRESSED = /\.(?:br|gz)$/;
const HASHED = /-[\w-]{8}\.[a-z0-9]+$/;

/** Null: the panel is not built. */
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

/** Whether a file's name has a content hash. */
export function hasHash(path: string): boolean {
  return HASHED.test(path);
}

/** The page with the nonce of this answer. */
export function pageWithNonce({ page }: BuiltPanel, nonce: string): string {
  return page.replaceAll(NONCE, nonce);
}
