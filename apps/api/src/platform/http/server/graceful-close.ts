import type { FastifyInstance } from 'fastify';
import { Server } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** A connection without a request for so long counts as unused. */
const QUIET_MS = 250;

/**
 * Graceful shutdown: closes connections in an order that loses no request, also behind a proxy with keep-alive:
 *
 * 1. It accepts no new connections. A proxy that is refused has sent nothing, so it can retry on another server.
 * 2. It answers on open connections with `connection: close`.
 * 3. It closes idle connections only after a pause: a proxy might just be about to use one, and it may not retry a
 *    POST that might have been processed.
 */
export function closeConnectionsGracefully(server: FastifyInstance): void {
  let stopping = false;
  let lastRequestAt = 0;
  server.addHook('onRequest', (_request, _reply, done) => {
    lastRequestAt = performance.now();
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) void reply.header('connection', 'close');
    done();
  });
  server.addHook('preClose', async () => {
    stopping = true;
    const allGone = new AbortController();
    server.server.once('close', () => allGone.abort());
    // Waits until pending connections are accepted, because closing would reset them.
    await turn();
    // The close() of an HTTP server would also close idle connections.
    Server.prototype.close.call(server.server);
    const until = { signal: allGone.signal };
    lastRequestAt = performance.now();
    for (let restMs = QUIET_MS; restMs > 0 && !allGone.signal.aborted;) {
      await sleep(restMs, undefined, until).catch(() => undefined);
      // Requests that arrived while the event loop was blocked are still unread; accepting and reading take a turn
      // each.
      for (let turns = 0; turns < 3; turns++) await turn();
      restMs = lastRequestAt + QUIET_MS - performance.now();
    }
  });
}
