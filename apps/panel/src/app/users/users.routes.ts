import type { Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';
import { needsRole } from '../session/guards';
import { USER_TEXTS } from './user-texts';
import { UserList } from './user-list';

export const USERS_ROUTES: Routes = [
  {
    path: '',
    canActivate: [needsRole('admin'), featureTexts('users', USER_TEXTS)],
    children: [
      {
        path: 'audit',
        title: 'users.audit.title',
        data: { crumb: 'users.audit.title' },
        loadComponent: () => import('./audit/audit-trail').then(({ AuditTrail }) => AuditTrail),
      },
      {
        path: '',
        component: UserList,
        children: [
          { path: ':id', loadComponent: () => import('./user-drawer').then(({ UserDrawer }) => UserDrawer) },
        ],
      },
    ],
  },
];
