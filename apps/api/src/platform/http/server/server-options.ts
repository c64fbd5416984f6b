import type { FastifyHttpOptions, FastifyReply } from 'fastify';
import { STATUS_CODES, type Server } from 'node:http';
import type { Settings } from '../../../config/settings';
import { AppError } from '../../errors/app-error';
import { PROBLEM_TYPE, toProblem } from '../../errors/problem';
import { toAppError } from '../../errors/to-app-error';
import { BODY_LIMITS } from '../bodies/body-limits';
import { isSlowBody } from '../bodies/streamed-body';
import { wasAnsweredEarly } from './early-answers';
import { rewriteUrl } from './other-methods';
import { parseQuery } from './query';
import { requestId } from './request-id';
import { SECURITY_HEADERS } from './security-headers';

/** Statuses for errors of Node's HTTP parser; others are 400. */
const CONNECTION_ERRORS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** The settings of the HTTP server. */
export function serverOptions(settings: Settings): FastifyHttpOptions<Server> {
  return {
    logger: false,
    trustProxy: settings.trust_proxy,
    requestTimeout: settings.request_timeout_ms,
    http: {
      headersTimeout: settings.headers_timeout_ms,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    bodyLimit: BODY_LIMITS.default,
    requestIdHeader: false,
    genReqId: requestId,
    rewriteUrl,
    // During shutdown, requests on open connections are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // A trailing slash is ignored.
    routerOptions: { maxParamLength: 4_096, querystringParser: parseQuery, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      const problem = toProblem(toAppError(error) ?? malformed(), request.id);
      void (reply as FastifyReply)
        .headers({ ...SECURITY_HEADERS, 'cache-control': 'no-store', 'x-request-id': request.id })
        .code(problem.status)
        .type(PROBLEM_TYPE)
        .send(JSON.stringify(problem));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isSlowBody(socket)) return;
      if (error.code === 'ECONNRESET' || !socket.writable || wasAnsweredEarly(socket))
        return void socket.destroy();
      const refusal = toAppError({ statusCode: CONNECTION_ERRORS[error.code] ?? 400 }) ?? malformed();
      socket.end(rawAnswer(toProblem(refusal, requestId({ headers: {} } as never))));
    },
  };
}

/** No route has a schema of Fastify's. Without this, each start would load its two compilers of schemas. */
function refuseSchema(): never {
  throw new Error('Requests are checked by the RequestPipe: routes have no schema.');
}

function malformed(): AppError {
  return new AppError('malformed_http', 'The request cannot be read.');
}

/** A raw HTTP answer, for a connection whose request could not be parsed. */
function rawAnswer(problem: ReturnType<typeof toProblem>): string {
  const body = JSON.stringify(problem);
  const headers = {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    'content-type': PROBLEM_TYPE,
    'x-request-id': problem.instance.replace('urn:uuid:', ''),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n');
}
