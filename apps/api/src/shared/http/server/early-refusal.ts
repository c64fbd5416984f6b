import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AppError } from '../../errors/app-error';
import { PROBLEM_TYPE, toProblem } from '../../errors/problem';
import { RETRY_AFTER } from '../../errors/retry-after';
import { noteEarlyAnswer } from './early-answers';
import { requestId } from './request-id';
import { SECURITY_HEADERS } from './security-headers';

/**
 * Answers some requests before the framework sees them, which costs a fraction of what its hooks do: where a server
 * has to refuse twice as much as it can do, to refuse must cost next to nothing.
 * @param refusalOf why a request is refused; null if it is not
 */
export function refuseBefore(server: Server, refusalOf: (request: IncomingMessage) => AppError | null): void {
  const handlers = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A server that stops tells each connection that this answer is its last one.
    const refusal = server.listening ? refusalOf(request) : null;
    if (refusal === null) for (const handle of handlers) handle.call(server, request, response);
    else answer(refusal, request, response);
  });
}

function answer(refusal: AppError, request: IncomingMessage, response: ServerResponse): void {
  const id = requestId(request);
  const problem = toProblem(refusal, id);
  const body = JSON.stringify(problem);
  if (!request.complete) noteEarlyAnswer(request.socket);
  response
    .writeHead(problem.status, {
      ...SECURITY_HEADERS,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      'content-type': PROBLEM_TYPE,
      'retry-after': RETRY_AFTER[refusal.code] ?? '5',
      'x-request-id': id,
    })
    .end(body);
}
