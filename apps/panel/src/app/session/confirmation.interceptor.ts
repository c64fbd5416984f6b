import { HttpErrorResponse, type HttpInterceptorFn } from '@angular/common/http';
import { inject, Injector } from '@angular/core';
import { catchError, from, switchMap, throwError } from 'rxjs';
import { toProblem } from '../http/problem';
import { Confirmation } from './confirmation';

/**
 * When an action needs a confirmed session, the user is asked for the password or a code, and the request is repeated.
 * What was typed stays: the form that sent the request just waits longer.
 */
export const confirmationInterceptor: HttpInterceptorFn = (request, next) => {
  const injector = inject(Injector);
  return next(request).pipe(
    catchError((error: unknown) => {
      if (!isRefusedUntilConfirmed(error)) return throwError(() => error);
      return from(injector.get(Confirmation).ask()).pipe(
        switchMap((isConfirmed) => (isConfirmed ? next(request) : throwError(() => error))),
      );
    }),
  );
};

function isRefusedUntilConfirmed(error: unknown): boolean {
  if (!(error instanceof HttpErrorResponse) || error.status !== 403) return false;
  return toProblem(error).code === 'confirmation_required';
}
