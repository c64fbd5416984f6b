import { HttpErrorResponse, HttpResponse, type HttpInterceptorFn } from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { tap } from 'rxjs';
import { Connectivity } from './connectivity';
import { toProblem } from './problem';

/** No answer at all, or one of a proxy whose server is away. */
const AWAY = [0, 502, 504];

export const connectivityInterceptor: HttpInterceptorFn = (request, next) => {
  // Looked up when it is needed: Connectivity itself sends requests.
  const injector = inject(Injector);
  return next(request).pipe(
    tap({
      // The server answers again: the notice need not wait for the next health check.
      next: (event) => {
        if (event instanceof HttpResponse && isOfTheApi(request.url)) injector.get(Connectivity).answered();
      },
      error: (error: unknown) => {
        if (isOfTheApi(request.url) && isAway(error)) injector.get(Connectivity).lost();
      },
    }),
  );
};

/** The API itself answers 503 for one request that it cannot serve now: it is there, and needs no storm of others. */
function isAway(error: unknown): boolean {
  if (!(error instanceof HttpErrorResponse)) return false;
  const isOfTheApi = toProblem(error).answer.code !== undefined;
  return AWAY.includes(error.status) || (error.status === 503 && !isOfTheApi);
}

/** The health check itself does not count. */
function isOfTheApi(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/health/');
}
