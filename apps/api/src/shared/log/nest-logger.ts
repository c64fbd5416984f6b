import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { describeError } from './describe-error';

/** Sends the messages of Nest to the program's log; those of the start at debug level. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, text(message));
  }
  error(message: unknown, ...details: unknown[]): void {
    const error = [message, ...details].find((part) => part instanceof Error);
    this.logger.error(error === undefined ? {} : { err: describeError(error) }, text(message));
  }
  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, text(message));
  }
  debug(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, text(message));
  }
  verbose(message: unknown, context?: unknown): void {
    this.logger.trace({ context }, text(message));
  }
}

function text(message: unknown): string {
  return typeof message === 'string' ? message : 'framework error';
}
