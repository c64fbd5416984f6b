import { ApiExtension } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

/** The OpenAPI extension that marks operations with this header for `openapi.ts`. */
export const TELLS_MASKED = 'x-tells-masked';
export const MASKED_HEADER = 'x-memory-masked';

/** The reply of the current request. */
const replies = new AsyncLocalStorage<FastifyReply>();

/**
 * Adds the header `x-memory-masked`, the number of masked secrets, to answers that masked some. A hook of the server,
 * because an interceptor took as long as all guards of a webhook together.
 */
export function addMaskedHeader(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => replies.run(reply, done));
}

/** Adds to the number of masked secrets of the current request. */
export function countMasked(secrets: number): void {
  const reply = replies.getStore();
  if (reply === undefined || reply.sent) return;
  void reply.header(MASKED_HEADER, Number(reply.getHeader(MASKED_HEADER) ?? 0) + secrets);
}

/** Documents the header `x-memory-masked`. */
export function TellsMasked(): MethodDecorator {
  return ApiExtension(TELLS_MASKED, true);
}
