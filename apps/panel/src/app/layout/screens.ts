import type { CanActivateFn, Route } from '@angular/router';
import type { Role } from '@groupless/shared-dto';
import { needsRole } from '../session/guards';
import type { Session } from '../session/session';

/** One of the screens of a place, such as the settings. It is called by the text `<place>.<path>`. */
export interface Screen extends Pick<Route, 'canActivate' | 'children' | 'data' | 'loadComponent'> {
  readonly path: string;
  /** Users below it do not see the screen. */
  readonly role: Role;
  /** Load the screen's texts. */
  readonly texts: readonly CanActivateFn[];
}

export function routesOf(place: string, screens: readonly Screen[]): Route[] {
  return screens.map(({ path, role, texts, canActivate = [], data, children, loadComponent }) => ({
    path,
    title: `${place}.${path}`,
    data: { ...data, crumb: `${place}.${path}` },
    canActivate: [...(role === 'viewer' ? [] : [needsRole(role)]), ...canActivate, ...texts],
    ...(children && { children }),
    ...(loadComponent && { loadComponent }),
  }));
}

export function seenScreens<S extends Screen>(screens: readonly S[], session: Pick<Session, 'may'>): S[] {
  return screens.filter(({ role }) => session.may(role));
}
