import { BreakpointObserver } from '@angular/cdk/layout';
import { inject } from '@angular/core';
import { Router, type Routes } from '@angular/router';
import { routesOf } from '../layout/screens';
import { Session } from '../session/session';
import { SettingsPage } from './settings-page';
import { SETTINGS_SCREENS } from './settings-screens';

/** Where the list of the settings stands beside them. */
const isBeside = () => inject(BreakpointObserver).isMatched('(min-width: 1024px)');

/** Whoever changes nothing of the business begins with what is their own. */
async function firstScreen() {
  const router = inject(Router);
  const session = inject(Session);
  await session.restore();
  return router.createUrlTree(['/settings', session.isAdmin() ? 'business' : 'profile']);
}

export const SETTINGS_ROUTES: Routes = [
  {
    path: '',
    component: SettingsPage,
    children: [
      { path: '', pathMatch: 'full', canMatch: [isBeside], redirectTo: firstScreen },
      { path: '', pathMatch: 'full', children: [] },
      ...routesOf('settings', SETTINGS_SCREENS),
    ],
  },
];
