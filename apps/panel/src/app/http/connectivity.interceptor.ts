import { HttpErrorResponse, HttpResponse, type HttpInterceptorFn } from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { tap } from 'rxjs';
import { Connectivity } from './connectivity';

/** No answer at all, or one of a proxy or of the API whose server or database is away. */
const AWAY = [0, 502, 503, 504];

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
        const isAway = error instanceof HttpErrorResponse && AWAY.includes(error.status);
        if (isAway && isOfTheApi(request.url)) injector.get(Connectivity).lost();
      },
    }),
  );
};

/** The health check itself does not count. */
function isOfTheApi(url: string): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/health/');
}
