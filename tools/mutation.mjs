// Mutation testing: changes each of the files below in many small ways, one at a time, and runs its specs. `npm run
// mutation` prints how many mutants were noticed, by file; `npm run mutation -- <part of a path>` also the survivors. A
// figure to look at, not a gate: some mutants are equivalent.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { mutantsOf } from './mutation/mutants.mjs';

/** The most important rules, with specs that need no server; by default the spec beside the file. */
const FILES = [
  ['apps/api/src/appointments/availability/alternatives.ts'],
  ['apps/api/src/appointments/availability/free-slots.ts'],
  ['apps/api/src/shared/opening-hours/open-hours.ts'],
  ['apps/api/src/appointments/bookings/booked-time.ts'],
  [
    'apps/api/src/appointments/bookings/booking-contacts.ts',
    'apps/api/src/appointments/bookings/read-booking.spec.ts',
  ],
  ['apps/api/src/appointments/bookings/read-booking.ts'],
  ['apps/api/src/appointments/calendar/calendar-feed.ts'],
  ['apps/api/src/assistant-accounts/sessions/session-expiry.ts'],
  ['apps/api/src/api-keys/known-keys.ts'],
  ['apps/api/src/auth/limits/failure-trail.service.ts'],
  ['apps/api/src/clients/contacts/agent-phone.ts'],
  ['apps/api/src/clients/files/csv/csv-records.ts'],
  ['apps/api/src/database/statements/batched-statements.ts'],
  ['apps/api/src/memory/brief/budget/context-budget.ts', 'apps/api/test/memory/context-budget.spec.ts'],
  ['apps/api/src/memory/fence/orders/find-order.ts'],
  ['apps/api/src/memory/fence/secrets/mask-secrets.ts'],
  ['apps/api/src/memory/search/plan/search-plan.ts'],
  ['apps/api/src/platform/crypto/sealed-text.ts'],
  ['apps/api/src/platform/http/cursor.ts'],
  ['apps/switch-cli/src/files/credentials-file.ts'],
  ['apps/switch-cli/src/switching/choose-account.ts'],
  ['apps/switch-cli/src/switching/decision.ts'],
  ['libs/shared-dto/src/business/csv-cells.ts', 'apps/api/src/clients/files/csv/csv-cells.spec.ts'],
];
/** A mutant that runs so much longer than the original is in an endless loop, and counts as noticed. */
const LIMIT = { times: 10, ms: 5_000 };

const [only = ''] = process.argv.slice(2);
const waiting = FILES.filter(([file]) => file.includes(only));
const judged = [];
await Promise.all(Array.from({ length: availableParallelism() }, work));
const all = judged.reduce((sum, { mutants }) => sum + mutants, 0);
const noticed = judged.reduce((sum, { mutants, survivors }) => sum + mutants - survivors.length, 0);
console.log(`${percent(noticed, all)}  ${noticed} of ${all}`);

async function work() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [file, ...specs] = next;
    const one = await judge(file, specs.length > 0 ? specs : [file.replace(/\.ts$/, '.spec.ts')]);
    judged.push(one);
    report(one);
  }
}

async function judge(file, specs) {
  const source = readFileSync(file, 'utf8');
  const runner = startRunner([file, ...specs]);
  const startedAt = performance.now();
  const { isNoticed, tests, faults } = await runner.run(source, Infinity);
  const warmAt = performance.now();
  await runner.run(source, Infinity);
  if (isNoticed || tests === 0) throw new Error(`The specs of ${file} fail as they are: ${faults[0]}`);
  const limitMs = LIMIT.ms + LIMIT.times * (performance.now() - warmAt);
  const mutants = mutantsOf(file, source);
  const survivors = [];
  for (const mutant of mutants) {
    const { start, end, text } = mutant;
    const ran = await runner.run(source.slice(0, start) + text + source.slice(end), limitMs);
    if (!ran.isNoticed) survivors.push(mutant);
  }
  runner.stop();
  return { file, mutants: mutants.length, survivors, ms: performance.now() - startedAt };
}

/** A process that runs the specs on the mutants that it is sent. One in an endless loop is replaced. */
function startRunner(args) {
  const start = () =>
    fork(join(import.meta.dirname, 'mutation/runner.cjs'), args, {
      execArgv: ['--no-warnings'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  let child = start();
  return {
    stop: () => child.kill(),
    run: (source, limitMs) => {
      const { promise, resolve } = Promise.withResolvers();
      const lost = () => {
        clearTimeout(timer);
        child.removeAllListeners();
        child.kill('SIGKILL');
        child = start();
        resolve({ isNoticed: true });
      };
      const timer = limitMs === Infinity ? undefined : setTimeout(lost, limitMs);
      child.once('exit', lost);
      child.once('message', (answer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      });
      child.send(source);
      return promise;
    },
  };
}

function report({ file, mutants, survivors, ms }) {
  const noticed = mutants - survivors.length;
  console.log(
    `${percent(noticed, mutants)}  ${noticed} of ${mutants}  ${file}  (${Math.round(ms / 1_000)} s)`,
  );
  if (only !== '') for (const { line, what } of survivors) console.log(`      line ${line}: ${what}`);
}

function percent(part, whole) {
  return `${Math.floor((100 * part) / whole)} %`.padStart(5);
}
