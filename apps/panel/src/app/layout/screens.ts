import type { CanActivateFn, Route } from '@angular/router';
import type { Role } from '@groupless/shared-dto';
import { needsRole } from '../session/guards';
import type { Session } from '../session/session';

/** One of the screens of a place, such as the settings. It is called by the text `<place>.<path>`. */
export interface Screen extends Pick<Route, 'children' | 'loadComponent'> {
  readonly path: string;
  /** Users below it do not see the screen. */
  readonly role: Role;
  /** Load the screen's texts. */
  readonly texts: readonly CanActivateFn[];
}

export function routesOf(place: string, screens: readonly Screen[]): Route[] {
  return screens.map(({ path, role, texts, children, loadComponent }) => ({
    path,
    title: `${place}.${path}`,
    data: { crumb: `${place}.${path}` },
    canActivate: role === 'viewer' ? [...texts] : [needsRole(role), ...texts],
    ...(children && { children }),
    ...(loadComponent && { loadComponent }),
  }));
}

export function seenScreens(screens: readonly Screen[], session: Pick<Session, 'may'>): Screen[] {
  return screens.filter(({ role }) => session.may(role));
}
