import type { HttpInterceptorFn } from '@angular/common/http';
import { catchError, throwError } from 'rxjs';
import { toProblem } from './problem';
import { problemWords } from './problem-words';

/** Turns each failed request into a `Problem`, in the reader's language. */
export const problemInterceptor: HttpInterceptorFn = (request, next) => {
  const translate = problemWords();
  return next(request).pipe(catchError((error: unknown) => throwError(() => toProblem(error, translate))));
};
