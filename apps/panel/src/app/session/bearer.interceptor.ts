import {
  HttpErrorResponse,
  type HttpEvent,
  type HttpHandlerFn,
  type HttpInterceptorFn,
  type HttpRequest,
} from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { catchError, from, switchMap, throwError, type Observable } from 'rxjs';
import { toProblem } from '../http/problem';
import { Session } from './session';

/** These routes are open or use the cookie; they need no token. */
const WITHOUT_TOKEN = ['/api/auth/login', '/api/auth/refresh', '/api/auth/logout', '/api/auth/invite'];

/**
 * Shows the access token to the own API and nobody else. When it counts no more, it is replaced once and the request
 * repeated; when the session is over, the request waits until the user has signed in again.
 */
export const bearerInterceptor: HttpInterceptorFn = (request, next) => {
  const { url } = request;
  if (!url.startsWith('/api/') || url.startsWith('/api/health/') || WITHOUT_TOKEN.includes(url))
    return next(request);
  // Looked up when it is needed: the session itself sends requests.
  const session = inject(Injector).get(Session);
  return from(session.freshToken()).pipe(
    switchMap((token) => send(request, next, token)),
    catchError((error: unknown) => {
      if (!isUnauthenticated(error)) return throwError(() => error);
      return from(renew(session, error)).pipe(switchMap((token) => send(request, next, token)));
    }),
  );
};

function send(
  request: HttpRequest<unknown>,
  next: HttpHandlerFn,
  token: string,
): Observable<HttpEvent<unknown>> {
  return next(token === '' ? request : request.clone({ setHeaders: { authorization: `Bearer ${token}` } }));
}

/** The next token, after the user has signed in again if need be. */
async function renew(session: Session, refusal: unknown): Promise<string> {
  if (!(await session.refresh())) {
    if (session.user() === null) throw refusal as Error;
    await session.whenBack();
  }
  return session.freshToken();
}

function isUnauthenticated(error: unknown): boolean {
  if (!(error instanceof HttpErrorResponse) || error.status !== 401) return false;
  return toProblem(error).code === 'unauthenticated';
}
