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
      featureTexts('waiting-list', (language) => import(`./waiting-list/i18n/${language}.json`)),
    ],
    loadComponent: () => import('./waiting-list/waiting-list').then(({ WaitingList }) => WaitingList),
  },
  {
    path: '',
    canActivate: [crmTexts, featureTexts('appointments', (language) => import(`./i18n/${language}.json`))],
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
