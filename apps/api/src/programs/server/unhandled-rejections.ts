import { describeError } from '../../shared/log/describe-error';
import type { Logger } from '../../shared/log/log';

/**
 * Logs a rejection that no code waited for, and goes on: it belongs to one request at most. Without a listener Node would
 * end the process, and print the error whole, parameters of a statement included.
 */
export function logUnhandledRejections(
  log: Pick<Logger, 'error'>,
  from: NodeJS.EventEmitter = process,
): void {
  from.on('unhandledRejection', (reason: unknown) => {
    log.error({ err: describeError(reason) }, 'a rejection was not handled');
  });
}
