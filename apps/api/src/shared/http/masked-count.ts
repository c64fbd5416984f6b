import { ApiExtension } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';

/** The OpenAPI extension by which `openapi.ts` knows the operations with this header. */
export const TELLS_MASKED = 'x-tells-masked';
export const MASKED_HEADER = 'x-memory-masked';

/** The reply to the present request. */
const replies = new AsyncLocalStorage<FastifyReply>();

/**
 * Lets each answer say in `x-memory-masked` how many secrets were masked, if there were any. A hook of the server: an
 * interceptor of Nest's for it took as long as all guards of a webhook together.
 */
export function tellMasked(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => replies.run(reply, done));
}

/** Adds to the number of secrets that were masked for the present request. */
export function noteMasked(secrets: number): void {
  const reply = replies.getStore();
  if (reply === undefined || reply.sent) return;
  void reply.header(MASKED_HEADER, Number(reply.getHeader(MASKED_HEADER) ?? 0) + secrets);
}

/** Documents that the answer may say in `x-memory-masked` how many secrets were masked. */
export function TellsMasked(): MethodDecorator {
  return ApiExtension(TELLS_MASKED, true);
}
