import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../../../config/settings';
import { knownCaller } from '../../access/current-caller';
import { AllowedHosts } from '../allowed-hosts';
import { bodyLimitOf } from '../bodies/body-limits';
import { addMaskedHeader } from '../masked-count';
import { plainAddress } from './caller-address';
import { noteEarlyAnswers } from './early-answers';
import { closeConnectionsGracefully } from './graceful-close';
import { SECURITY_HEADERS } from './security-headers';
import { limitConcurrentRequests } from './work-limit';

/** Installs the hooks of every request. Called before any route is registered. */
export function installRequestPipeline(server: FastifyInstance, settings: Settings, log: Logger): void {
  ignoreUnknownExpectations(server);
  setBodyLimits(server);
  noteEarlyAnswers(server);
  normaliseAddresses(server);
  setCommonHeaders(server);
  limitConcurrentRequests(server);
  demandHost(server, settings);
  addMaskedHeader(server);
  closeConnectionsGracefully(server);
  logRequests(server, log);
}

/** Ignores an unknown `Expect`, as RFC 9110 allows. Node would send a 417 without a problem body. */
function ignoreUnknownExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Node could refuse a missing host itself, but not with a problem answer. */
function demandHost(server: FastifyInstance, settings: Settings): void {
  const hosts = new AllowedHosts(settings);
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    done(hosts.reasonAgainst(raw));
  });
}

/** Uses the connection's own address if the proxy's header holds no valid one. */
function normaliseAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const value = plainAddress(request.ip) ?? plainAddress(request.socket.remoteAddress ?? '') ?? '';
    Object.defineProperty(request, 'ip', { value, configurable: true });
    done();
  });
}

function setBodyLimits(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    route.bodyLimit ??= bodyLimitOf(route.url);
  });
}

function setCommonHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    const caller = knownCaller(request);
    // Lets a program warn that its key is about to expire.
    if (caller?.kind === 'key' && caller.expires_at) {
      void reply.header('x-key-expires', caller.expires_at.toISOString());
    }
    done();
  });
}

/** Logs one line a request, with the route's pattern, never the URL, which can hold ids and tokens. */
function logRequests(server: FastifyInstance, log: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    log.info({
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    });
    done();
  });
}
