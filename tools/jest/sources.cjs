// Resolves imports of our own sources for Node's `require`.
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { fileURLToPath } = require('node:url');

const SHARED_DTO = join(__dirname, '../../libs/shared-dto/src/index.ts');

/** The transformed files: our code and the panel's templates. */
const SOURCE = /\.(?:ts|html)$/;

/** The TypeScript file of an import of our own sources (without extension); null for any other. */
function sourceOf(specifier, parentUrl) {
  if (specifier === '@groupless/shared-dto') return SHARED_DTO;
  if (!specifier.startsWith('.') || !parentUrl?.endsWith('.ts')) return null;
  const named = join(dirname(fileURLToPath(parentUrl)), specifier);
  const path = named.endsWith('.html') ? named : `${named}.ts`;
  return existsSync(path) ? path : null;
}

function isSource(url) {
  return url.startsWith('file:') && SOURCE.test(url) && !url.includes('/node_modules/');
}

module.exports = { isSource, sourceOf };
