// Restarts two replicas in turn under load, and counts lost requests. See README.md.
import esbuild from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const {
  rounds,
  rate,
  readers,
  bin: postgresBin,
} = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '100' },
    readers: { type: 'string', default: '5' },
    bin: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
}).values;

const root = new URL('..', import.meta.url).pathname;
// As deep as its source, because it finds the built program and docker/nginx.conf by relative paths.
const outfile = join(root, 'dist/bench/rolling/restart/command/command.cjs');
await esbuild.build({
  entryPoints: [join(root, 'apps/api/test/harness/rolling/rolling-command.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  logLevel: 'warning',
});
const { rollOnInstalled } = createRequire(import.meta.url)(outfile);
const { counts, failures, failures_of_kill, failures_beside_kill, missed, ...figures } =
  await rollOnInstalled(postgresBin, {
    rounds: Number(rounds),
    per_second: Number(rate),
    readers: Number(readers),
    kills: true,
    report: console.log,
  });
console.table(counts);
console.log(figures);
console.log(`failed in ${figures.restarts} restarts by SIGTERM: ${describe(failures)}`);
console.log(`failed of those that a replica had when it was killed: ${describe(failures_of_kill)}`);
console.log(`failed beside them: ${describe(failures_beside_kill)}`);
console.log(`bookings that a reader of the events did not learn of: ${missed}`);
process.exit(failures.length + failures_beside_kill.length + missed === 0 ? 0 : 1);

/** The number of each kind. */
function describe(failed) {
  const kinds = Object.entries(Object.groupBy(failed, (one) => one));
  return [failed.length, ...kinds.map(([kind, { length }]) => `\n  ${length} × ${kind}`)].join('');
}
