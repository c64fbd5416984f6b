import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCES = ['apps', 'libs', 'tools', 'bench'];
const SKIPPED = /(^|\/)(node_modules|dist|tmp)(\/|$)/;
const CODE = /\.(ts|mjs|cjs|css|json|html)$/;

/** Packages that are loaded by name or as a peer, without an import. */
const LOADED_BY_OTHERS = {
  '@angular/build': 'the builder that angular.json names',
  '@angular/compiler': 'the compiler loads it',
  '@angular/compiler-cli': 'the builder loads it',
  '@swc/core': '@swc/jest loads it',
  '@types/jest': 'types',
  '@types/node': 'types',
  node: 'the runtime in node_modules/.bin',
  nx: 'a command',
  passport: 'the peer of @nestjs/passport',
  'pino-pretty': 'pino loads it by name',
  prettier: 'a command',
  rollup: 'an override for Angular’s builder',
};

/**
 * The packages of package.json that no file imports and that are not in the list above.
 * @param root the folder of package.json
 */
export function unusedPackages(root) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const code = codeOf(root);
  const isNamed = (name) => ['"', "'", '`', '/'].some((end) => code.includes(`${name}${end}`));
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => !(name in LOADED_BY_OTHERS) && !isNamed(name) && !isNamed(name.replace('@types/', '')))
    .sort();
}

function codeOf(root) {
  const configurations = readdirSync(root).filter((name) => CODE.test(name) && !name.startsWith('package'));
  const sources = SOURCES.flatMap((folder) => filesIn(root, folder));
  return [...configurations.map((name) => join(root, name)), ...sources]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => [entry, join(entry.parentPath, entry.name)])
    .filter(([entry, path]) => entry.isFile() && CODE.test(path) && !SKIPPED.test(relative(root, path)))
    .filter(([, path]) => !path.endsWith('unused-packages.mjs'))
    .map(([, path]) => path);
}
