import type { Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';
import { needsRole } from '../session/guards';

export const USERS_ROUTES: Routes = [
  {
    path: '',
    canActivate: [
      needsRole('admin'),
      featureTexts('users', {
        en: () => import('./i18n/en.json'),
        ru: () => import('./i18n/ru.json'),
      }),
    ],
    children: [
      {
        path: 'audit',
        title: 'users.audit.title',
        data: { crumb: 'users.audit.title' },
        loadComponent: () => import('./audit-trail').then(({ AuditTrail }) => AuditTrail),
      },
      {
        path: '',
        loadComponent: () => import('./user-list').then(({ UserList }) => UserList),
        children: [
          { path: ':id', loadComponent: () => import('./user-drawer').then(({ UserDrawer }) => UserDrawer) },
        ],
      },
    ],
  },
];
