import type { Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';

export const DASHBOARD_ROUTES: Routes = [
  {
    path: '',
    canActivate: [
      featureTexts('dashboard', {
        en: () => import('./i18n/en.json'),
        ru: () => import('./i18n/ru.json'),
      }),
    ],
    loadComponent: () => import('./dashboard').then(({ Dashboard }) => Dashboard),
  },
];
