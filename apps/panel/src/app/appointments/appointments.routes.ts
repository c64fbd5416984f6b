import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { AppointmentsPage } from './appointments-page';

export const APPOINTMENTS_ROUTES: Routes = [
  {
    path: 'waiting-list',
    title: 'waiting-list.title',
    data: { crumb: 'waiting-list.title' },
    canActivate: [
      crmTexts,
      featureTexts('waiting-list', {
        en: () => import('./waiting-list/i18n/en.json'),
        ru: () => import('./waiting-list/i18n/ru.json'),
      }),
    ],
    loadComponent: () => import('./waiting-list/waiting-list').then(({ WaitingList }) => WaitingList),
  },
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
