import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { describeError } from './describe-error';

/** Forwards Nest's messages to the program's log; those of the start at debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, text(message));
  }
  error(message: unknown, ...details: unknown[]): void {
    const { fields, text } = entryOf(message, details);
    this.logger.error(fields, text);
  }
  warn(message: unknown, ...details: unknown[]): void {
    const { fields, text } = entryOf(message, details);
    this.logger.warn(fields, text);
  }
  debug(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, text(message));
  }
  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, text(message));
  }
}

/**
 * Nest's arguments are a text, or an object with fields and then a text; an error may follow. The last text is the
 * context, which Nest adds.
 */
function entryOf(message: unknown, details: readonly unknown[]): { fields: object; text: string } {
  const parts = [message, ...details];
  const error = parts.find((part) => part instanceof Error);
  const object = parts.find((part) => typeof part === 'object' && part !== null && !(part instanceof Error));
  const context = details.at(-1);
  const fields = {
    ...(typeof context === 'string' ? { context } : {}),
    ...(error === undefined ? {} : { err: describeError(error) }),
    ...(object as object | undefined),
  };
  return { fields, text: text(parts.find((part) => typeof part === 'string')) };
}

function text(message: unknown): string {
  return typeof message === 'string' ? message : 'framework error';
}
