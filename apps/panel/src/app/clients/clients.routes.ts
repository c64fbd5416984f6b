import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { needsRole } from '../session/guards';
import { ClientList } from './list/client-list';

const texts = featureTexts('clients', (language) => import(`./i18n/${language}.json`));

export const CLIENTS_ROUTES: Routes = [
  {
    path: 'import',
    title: 'clients.import.title',
    data: { crumb: 'clients.import.title' },
    canActivate: [needsRole('operator'), texts],
    loadComponent: () => import('./import/import-page').then(({ ImportPage }) => ImportPage),
  },
  {
    path: 'import/appointments',
    title: 'clients.appointments_import.title',
    data: { crumb: 'clients.appointments_import.title' },
    canActivate: [needsRole('operator'), crmTexts, texts],
    loadComponent: () =>
      import('./import-appointments/import-appointments-page').then(
        ({ ImportAppointmentsPage }) => ImportAppointmentsPage,
      ),
  },
  {
    path: '',
    canActivate: [crmTexts, texts],
    component: ClientList,
    children: [
      {
        path: ':id',
        loadComponent: () => import('./record/client-drawer').then(({ ClientDrawer }) => ClientDrawer),
      },
    ],
  },
];
