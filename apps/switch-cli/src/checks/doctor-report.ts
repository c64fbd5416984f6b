import { EXIT } from '../program/exit-codes';
import { Failure } from '../program/failure';
import type { Paint } from '../program/paint';
import type { Outcome } from '../program/run';
import { error, nextOfFailure, type Check } from './check';

/** What `doctor` of both programs says of what it looked at. */
export function doctorReport(paint: Paint, checks: readonly Check[]): Outcome {
  const firstError = checks.find(({ level }) => level === 'error');
  return {
    lines: [...checks.flatMap((check) => linesOf(paint, check)), '', summary(paint, checks)],
    facts: { is_well: firstError === undefined, checks },
    exit_code: firstError === undefined ? EXIT.done : (firstError.exit_code ?? EXIT.failure),
  };
}

/** A failure of one part is what `doctor` reports, and the other parts are looked at all the same. */
export async function attempt(name: string, work: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await work();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return [error(name, failure.message, nextOfFailure(failure), failure.exit_code)];
  }
}

function linesOf(paint: Paint, { level, name, message, next }: Check): string[] {
  const mark = { ok: paint.good('✓'), warning: paint.warning('!'), error: paint.bad('✗') }[level];
  const line = `${mark} ${name.padEnd(12)} ${message}`;
  return next === undefined ? [line] : [line, paint.faint(`${' '.repeat(15)}→ ${next}`)];
}

function summary(paint: Paint, checks: readonly Check[]): string {
  const count = (level: Check['level']) => checks.filter((check) => check.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors > 0) return paint.bad(`${errors} thing${errors === 1 ? '' : 's'} must be put right.`);
  if (warnings > 0)
    return paint.warning(`It works; ${warnings} thing${warnings === 1 ? '' : 's'} to think about.`);
  return paint.good('All is well.');
}
