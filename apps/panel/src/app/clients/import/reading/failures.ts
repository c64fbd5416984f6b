import { OtherKindError } from './kinds';
import { FileFaultError } from './zip';

/** What a task failed with, as it goes from the worker to the page. */
export type Failure = { kind: string } | { fault: string } | { message: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof OtherKindError) return { kind: error.kind };
  if (error instanceof FileFaultError) return { fault: error.fault };
  return { message: String(error) };
}

export function errorOf(failure: Failure): Error {
  if ('kind' in failure) return new OtherKindError(failure.kind as OtherKindError['kind']);
  if ('fault' in failure) return new FileFaultError(failure.fault as FileFaultError['fault']);
  return new Error(failure.message);
}
