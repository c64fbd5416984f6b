import type { Routes } from '@angular/router';
import { routesOf } from '../layout/screens';
import { SettingsPage } from './settings-page';
import { SETTINGS_SCREENS } from './settings-screens';

export const SETTINGS_ROUTES: Routes = [
  {
    path: '',
    component: SettingsPage,
    children: [
      { path: '', pathMatch: 'full', redirectTo: 'chat-agent' },
      ...routesOf('settings', SETTINGS_SCREENS),
    ],
  },
];
