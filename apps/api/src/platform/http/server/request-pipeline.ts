import type { FastifyInstance, RouteOptions } from 'fastify';
import { METHODS } from 'node:http';
import type { Logger } from 'pino';
import type { Settings } from '../../../config/settings';
import { AppError } from '../../errors/app-error';
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
  takeEveryMethod(server);
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

/**
 * Registers all methods, so that an unknown method is not answered like an unknown path. Fastify reads no body for
 * them; the `BodyGuard` does, after authentication.
 */
function takeEveryMethod(server: FastifyInstance): void {
  for (const method of METHODS) {
    // CONNECT asks for a tunnel; Node never hands it to a handler.
    if (method !== 'CONNECT') server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
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

/**
 * Answers 405 for other methods of known paths. Called after all routes are registered. Skips routes with
 * `answers_other_methods`.
 */
export function answerOtherMethods(
  server: FastifyInstance,
  routes: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [url, methods] of routes) {
    const others = server.supportedMethods.filter((method) => !methods.has(method));
    if (others.length === 0) continue;
    const allow = [...methods].sort().join(', ');
    server.route({
      method: others,
      url,
      exposeHeadRoute: false,
      handler: () => {
        throw new AppError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } });
      },
    });
  }
}

/** Collects the methods of each path as routes are registered. */
export function collectRoutes(server: FastifyInstance): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method, config }: RouteOptions) => {
    if (config?.answers_other_methods) return;
    // The router ignores a trailing slash.
    const path = url.replace(/(?<=.)\/$/, '');
    const methods = routes.get(path) ?? new Set();
    for (const one of [method].flat()) methods.add(one.toUpperCase());
    routes.set(path, methods);
  });
  return routes;
}
