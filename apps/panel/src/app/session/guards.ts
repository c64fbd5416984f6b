import { inject } from '@angular/core';
import { RedirectCommand, Router, type CanActivateFn, type CanMatchFn } from '@angular/router';
import type { Role } from '@groupless/shared-dto';
import { safeReturn } from './safe-return';
import { Session } from './session';

/** Lets in who is signed in; others come back to the asked address after they have signed in. */
export const signedIn: CanMatchFn = async () => {
  const session = inject(Session);
  const router = inject(Router);
  const url = router.currentNavigation()?.extractedUrl.toString() ?? '/';
  await session.restore();
  if (session.user() !== null) return true;
  return router.createUrlTree(['/login'], { queryParams: url === '/' ? {} : { return: url } });
};

/** For the log-in page: who is signed in already goes on. */
export const signedOut: CanActivateFn = async ({ queryParams }) => {
  const session = inject(Session);
  const router = inject(Router);
  await session.restore();
  if (session.user() === null) return true;
  return router.parseUrl(safeReturn(queryParams['return'] as string | undefined));
};

/** Lets in who sees the assistants' memory. */
export const seesMemory: CanActivateFn = () => {
  const router = inject(Router);
  return (
    inject(Session).seesMemory() ||
    new RedirectCommand(router.parseUrl('/not-allowed'), { skipLocationChange: true })
  );
};

/** Lets in users of the role or a higher one; others see why not, under the address they asked for. */
export function needsRole(role: Role): CanActivateFn {
  return () => {
    const router = inject(Router);
    return (
      inject(Session).may(role) ||
      new RedirectCommand(router.parseUrl('/not-allowed'), { skipLocationChange: true })
    );
  };
}
