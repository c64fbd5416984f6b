import { describeError } from '../../platform/log/describe-error';
import type { Logger } from '../../platform/log/log';

/**
 * Logs unhandled rejections instead of ending the process, because they affect one request at most. Node's default
 * would also print the whole error, with a statement's parameters.
 */
export function logUnhandledRejections(
  log: Pick<Logger, 'error'>,
  from: NodeJS.EventEmitter = process,
): void {
  from.on('unhandledRejection', (reason: unknown) => {
    log.error({ err: describeError(reason) }, 'a rejection was not handled');
  });
}
