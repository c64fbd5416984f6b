// Bundles the API into dist/apps/api/main.cjs, its commands into admin.cjs, doctor.cjs, backup.cjs, restore.cjs, purge.cjs and keys-rotate.cjs, the demo into demo.cjs,
// and the thread that reads calendars into calendar-worker.cjs. Packages stay outside.
// esbuild strips types but cannot emit the decorator metadata that Nest and TypeORM read, so the files that use
// decorators go through swc first, as in the tests. Types are checked apart (`npm run typecheck`).
import { readFile, rm } from 'node:fs/promises';
import { transform } from '@swc/core';
import esbuild from 'esbuild';

const outDir = 'dist/apps/api';
const decorator = /^\s*@[A-Z]\w*\(/m;

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

const { version } = JSON.parse(await readFile('package.json', 'utf8'));
await rm(outDir, { recursive: true, force: true });
await esbuild.build({
  entryPoints: {
    main: 'apps/api/src/main.ts',
    admin: 'apps/api/src/programs/admin/main.ts',
    doctor: 'apps/api/src/programs/doctor/main.ts',
    backup: 'apps/api/src/programs/backup/main.ts',
    restore: 'apps/api/src/programs/restore/main.ts',
    purge: 'apps/api/src/programs/purge/main.ts',
    'keys-rotate': 'apps/api/src/programs/keys-rotate/main.ts',
    'calendar-worker': 'apps/api/src/busy-times/calendars/calendar-worker.ts',
    demo: 'apps/api/src/programs/demo/main.ts',
  },
  outdir: outDir,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  define: { PROGRAM_VERSION: JSON.stringify(version) },
  keepNames: true,
  sourcemap: true,
  plugins: [decoratorMetadata],
  logLevel: 'warning',
});
