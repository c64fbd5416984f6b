import type { FastifyInstance, RouteOptions } from 'fastify';
import { METHODS, type IncomingMessage } from 'node:http';
import { AppError } from '../../errors/app-error';

/** The methods that routes have. A route with another one would never be found. */
const ROUTED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The router looks for each other method under this one. With an entry for each path and each of Node's 34 methods, half of a
 * start would go into filling the router.
 */
const STAND_IN = 'TRACE';

const sentMethods = new WeakMap<IncomingMessage, string>();

/** The server's option, which Fastify calls before it looks for the route. It leaves the URL as it is. */
export function rewriteUrl(request: IncomingMessage): string {
  const { method = '', url = '' } = request;
  if (!ROUTED.includes(method)) {
    sentMethods.set(request, method);
    request.method = STAND_IN;
  }
  return url;
}

/**
 * Takes all methods, so that an unknown method is not answered like an unknown path. Fastify reads no body for
 * them; the `BodyGuard` does, after authentication. Called before all other hooks, which see the method that was sent.
 */
export function takeEveryMethod(server: FastifyInstance): void {
  for (const method of METHODS) {
    // CONNECT asks for a tunnel; Node never hands it to a handler.
    if (method !== 'CONNECT') server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    raw.method = sentMethods.get(raw) ?? raw.method;
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
    const others = [...ROUTED, STAND_IN].filter((method) => !methods.has(method));
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
