import { error, ok, warning, type Check } from '../checks/check';
import { environmentChecks } from '../checks/environment-checks';
import { fileChecks } from '../checks/file-checks';
import { panelChecks } from '../checks/panel-checks';
import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { Paint } from '../program/paint';
import { shownPath } from '../files/places';
import { plain } from '../program/plain-text';
import type { Outcome, Run } from '../program/run';
import { readSettings } from '../panel/settings';
import { filesOf, panelOf } from '../switching/switching';
import type { TargetFiles } from '../targets/target-files';

/** Looks for all that could go wrong, changes nothing, and says what to do. */
export async function doctor(run: Run): Promise<Outcome> {
  const checks = [
    ...(await attempt('panel', () => ofPanel(run))),
    ...(await attempt('target', () => ofMachine(run))),
  ];
  const first_error = checks.find(({ level }) => level === 'error');
  const count = (level: Check['level']) => checks.filter((check) => check.level === level).length;
  return {
    lines: [...checks.flatMap((check) => linesOf(run.paint, check)), '', summary(run.paint, count)],
    facts: { is_well: first_error === undefined, checks },
    exit_code: first_error === undefined ? EXIT.done : (first_error.exit_code ?? EXIT.failure),
  };
}

function ofPanel(run: Run): Promise<Check[]> {
  const { url } = readSettings(run.environment, run.options);
  return panelChecks(panelOf(run), url, run.now);
}

function ofMachine(run: Run): Promise<Check[]> {
  const files = filesOf(run);
  return Promise.resolve([
    ...environmentChecks(files.target, run.environment),
    ...fileChecks(run, files),
    sessionCheck(run, files),
  ]);
}

function sessionCheck(run: Run, files: TargetFiles): Check {
  const file = shownPath(files.target.main_file, run.environment);
  const local = files.read();
  const entry = files.state.readEntry();
  if (local.kind === 'none') return ok('session', `${file} holds no session yet.`);
  if (local.kind === 'unreadable') {
    return error(
      'session',
      `${file}: ${local.why}.`,
      'A switch replaces it with --force and keeps the old one.',
    );
  }
  if (entry === null) {
    return warning(
      'session',
      `${file} holds a session that assistant-switch did not write.`,
      'Keep it first: assistant-switch capture <account>',
    );
  }
  if (local.sha256 === entry.sha256)
    return ok('session', `${file} is as it was written for ${plain(entry.account_name)}.`);
  return warning(
    'session',
    `${file} was renewed since it was written for ${plain(entry.account_name)}; the panel has the older tokens.`,
    'assistant-switch capture',
  );
}

async function attempt(name: string, work: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return [error(name, failure.message, failure.next[0], failure.exit_code)];
  }
}

function linesOf(paint: Paint, { level, name, message, next }: Check): string[] {
  const mark = { ok: paint.good('✓'), warning: paint.warning('!'), error: paint.bad('✗') }[level];
  const line = `${mark} ${name.padEnd(12)} ${message}`;
  return next === undefined ? [line] : [line, paint.faint(`${' '.repeat(15)}→ ${next}`)];
}

function summary(paint: Paint, count: (level: Check['level']) => number): string {
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors > 0) return paint.bad(`${errors} thing${errors === 1 ? '' : 's'} must be put right.`);
  if (warnings > 0)
    return paint.warning(`It works; ${warnings} thing${warnings === 1 ? '' : 's'} to think about.`);
  return paint.good('All is well.');
}
