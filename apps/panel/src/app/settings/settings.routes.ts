import { BreakpointObserver } from '@angular/cdk/layout';
import { inject } from '@angular/core';
import { Router, type CanActivateFn, type Routes } from '@angular/router';
import { routesOf } from '../layout/screens';
import { Session } from '../session/session';
import { SettingsPage } from './settings-page';
import { SETTINGS_SCREENS } from './settings-screens';

/** Where the list stands beside, one of the screens is open: of whoever changes nothing of the business, what is their own. */
const firstScreen: CanActivateFn = async () => {
  if (!inject(BreakpointObserver).isMatched('(min-width: 1024px)')) return true;
  const router = inject(Router);
  const session = inject(Session);
  await session.restore();
  return router.createUrlTree(['/settings', session.isAdmin() ? 'business' : 'profile']);
};

export const SETTINGS_ROUTES: Routes = [
  {
    path: '',
    component: SettingsPage,
    children: [
      { path: '', pathMatch: 'full', canActivate: [firstScreen], children: [] },
      ...routesOf('settings', SETTINGS_SCREENS),
    ],
  },
];
