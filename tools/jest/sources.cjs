// Resolves imports of our own sources for Node's `require`.
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { fileURLToPath } = require('node:url');

/** The libraries, and files in them, by the names that tsconfig.base.json gives them. */
const LIBRARY = /^@groupless\/([\w-]+)(?:\/([\w/-]+))?$/;

/** The transformed files: our code and the panel's templates. */
const SOURCE = /\.(?:ts|html)$/;

/** The file of an import of a library; null for any other. */
function libraryOf(specifier) {
  const [, library, file = 'index'] = LIBRARY.exec(specifier) ?? [];
  return library === undefined ? null : join(__dirname, '../../libs', library, `src/${file}.ts`);
}

/** The TypeScript file of an import of our own sources (without extension); null for any other. */
function sourceOf(specifier, parentUrl) {
  const library = libraryOf(specifier);
  if (library !== null) return library;
  if (!specifier.startsWith('.') || !parentUrl?.endsWith('.ts')) return null;
  const named = join(dirname(fileURLToPath(parentUrl)), specifier);
  const path = named.endsWith('.html') ? named : `${named}.ts`;
  return existsSync(path) ? path : null;
}

function isSource(url) {
  return url.startsWith('file:') && SOURCE.test(url) && !url.includes('/node_modules/');
}

module.exports = { isSource, libraryOf, sourceOf };
