import { type ErrorCode } from '@groupless/shared-dto';
import { EXIT, type ExitCode } from './exit-codes';

/** What `--json` names a failure by: the panel's own codes, and those of this program. */
export type FailureCode =
  | ErrorCode
  | 'account_identity_mismatch'
  | 'incomplete_session'
  | 'older_session'
  | 'usage'
  | 'unknown_account'
  | 'ambiguous_account'
  | 'not_logged_in'
  | 'no_answer'
  | 'redirect_refused'
  | 'unexpected_answer'
  | 'unfit_session'
  | 'refused'
  | 'unsafe_file'
  | 'file_error'
  | 'half_written'
  | 'locked'
  | 'no_version'
  | 'not_reported'
  | 'internal';

/** Ends a command. The message never holds a secret. */
export class Failure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    /** What the user can do next, one line each. */
    readonly next: readonly string[] = [],
    readonly exit_code: ExitCode = EXIT.failure,
  ) {
    super(message);
  }

  /** For `--json`. */
  get facts(): Record<string, unknown> {
    const { code, message, next, exit_code } = this;
    return { code, message, next, exit_code };
  }
}

/** What could not be sent is kept on this machine, and `--json` says so: `"kept": true`. */
export class KeptFailure extends Failure {
  readonly kept = true;

  constructor({ code, message, exit_code }: Failure) {
    super(
      code,
      message,
      ['It is kept on this machine and will be sent by the next hook; nothing is lost.'],
      exit_code,
    );
  }
}

/** Behind an advice: where to find out more. */
export const DOCTOR = /: assistant-(?:switch|memory) doctor$/;

/**
 * A log-in that failed, without sending the reader to `doctor`, which has no address and no key to try then.
 * @param again the command
 */
export function ofLogin(failure: unknown, again: string): unknown {
  if (!(failure instanceof Failure)) return failure;
  const { code, message, next, exit_code } = failure;
  const ways = next.map((line) => line.replace(DOCTOR, `, then: ${again}`));
  return new Failure(code, message, ways, exit_code);
}

export function usageFailure(message: string, ...next: string[]): Failure {
  return new Failure('usage', message, next, EXIT.usage);
}
