import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { AppointmentsPage } from './appointments-page';

export const APPOINTMENTS_ROUTES: Routes = [
  {
    path: '',
    canActivate: [
      crmTexts,
      featureTexts('appointments', {
        en: () => import('./i18n/en.json'),
        ru: () => import('./i18n/ru.json'),
      }),
    ],
    component: AppointmentsPage,
    children: [
      {
        path: ':id',
        loadComponent: () =>
          import('./drawer/appointment-drawer').then(({ AppointmentDrawer }) => AppointmentDrawer),
      },
    ],
  },
];
