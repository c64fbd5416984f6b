import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error';
import { BODY_LIMITS } from './body-limits';
import { isTypeInUtf8 } from '../headers/media-type';

/** Whether the type is CSV in UTF-8. The parameters `charset` and `header` are allowed. */
export function isCsvType(contentType: string): boolean {
  return isTypeInUtf8(contentType, 'text/csv', ['header=present']);
}

/** Whether the type is that of a calendar in UTF-8. */
export function isCalendarType(contentType: string): boolean {
  return /^text\/calendar(?:\s*;\s*(?:method|component|name|charset)=(?:"[^"]*"|[^;"\s]*))*\s*$/i.test(
    contentType,
  );
}

/**
 * Handler argument with `@RouteConfig({ takes_csv: true })`: the unread body. It may take longer to arrive than other
 * bodies; its reader sets the time limit.
 */
export const StreamedBody = createParamDecorator((_: unknown, context: ExecutionContext): IncomingMessage => {
  const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
  slowBodies.add(raw.socket);
  return raw;
});

const slowBodies = new WeakSet<object>();

/** Whether such a body is arriving on this connection. */
export function isSlowBody(socket: object): boolean {
  return slowBodies.has(socket);
}

/**
 * Streams a body in chunks. The connection stays open for an answer if the reader stops.
 * @throws AppError `body_too_large`; `request_timeout` after `timeout_ms`
 */
export async function* readParts(body: IncomingMessage, timeoutMs: number): AsyncGenerator<Buffer> {
  const parts = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let expire: (reason: Error) => void;
  const expired = new Promise<never>((_, reject) => (expire = reject));
  expired.catch(() => undefined);
  const timer = setTimeout(() => expire(tooSlow()), timeoutMs);
  try {
    if (Number(body.headers['content-length'] ?? 0) > BODY_LIMITS.csv) throw tooLarge();
    for (let size = 0; ;) {
      const next = await Promise.race([parts.next(), expired]);
      if (next.done === true) return;
      size += next.value.length;
      if (size > BODY_LIMITS.csv) throw tooLarge();
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Discards the rest, so that a client that is still sending gets its answer.
    body.resume();
    slowBodies.delete(body.socket);
  }
}

function tooLarge(): AppError {
  return new AppError('body_too_large', `The file is larger than ${BODY_LIMITS.csv / 1_048_576} MiB.`);
}

function tooSlow(): AppError {
  return new AppError('request_timeout', 'The file did not arrive within the time limit.');
}
