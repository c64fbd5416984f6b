import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { notificationTexts } from '../layout/notifications/notification-texts';
import { needsRole } from '../session/guards';
import { usageTexts } from '../ui/usage/usage-texts';
import { ACCOUNT_TEXTS } from './accounts/account-texts';
import { CHAT_AGENT_TEXTS } from './chat-agent/chat-agent-texts';
import { SettingsPage } from './settings-page';

export const SETTINGS_ROUTES: Routes = [
  {
    path: '',
    component: SettingsPage,
    children: [
      { path: '', pathMatch: 'full', redirectTo: 'chat-agent' },
      {
        path: 'chat-agent',
        title: 'settings.chat-agent',
        data: { crumb: 'settings.chat-agent' },
        canActivate: [crmTexts, featureTexts('chat-agent', CHAT_AGENT_TEXTS)],
        loadComponent: () => import('./chat-agent/chat-agent').then(({ ChatAgent }) => ChatAgent),
      },
      {
        path: 'saved-replies',
        title: 'settings.saved-replies',
        data: { crumb: 'settings.saved-replies' },
        canActivate: [
          needsRole('operator'),
          featureTexts('saved-replies', {
            en: () => import('./saved-replies/i18n/en.json'),
            ru: () => import('./saved-replies/i18n/ru.json'),
          }),
        ],
        loadComponent: () => import('./saved-replies/saved-replies').then(({ SavedReplies }) => SavedReplies),
      },
      {
        path: 'accounts',
        title: 'settings.accounts',
        data: { crumb: 'settings.accounts' },
        canActivate: [needsRole('admin'), usageTexts, featureTexts('accounts', ACCOUNT_TEXTS)],
        loadComponent: () => import('./accounts/accounts').then(({ Accounts }) => Accounts),
      },
      {
        path: 'database',
        title: 'settings.database',
        data: { crumb: 'settings.database' },
        canActivate: [
          needsRole('admin'),
          featureTexts('database', {
            en: () => import('./database/i18n/en.json'),
            ru: () => import('./database/i18n/ru.json'),
          }),
        ],
        loadComponent: () => import('./database/databases').then(({ Databases }) => Databases),
      },
      {
        path: 'keys',
        title: 'settings.keys',
        data: { crumb: 'settings.keys' },
        canActivate: [
          needsRole('admin'),
          featureTexts('api-keys', {
            en: () => import('./api-keys/i18n/en.json'),
            ru: () => import('./api-keys/i18n/ru.json'),
          }),
        ],
        loadComponent: () => import('./api-keys/api-keys').then(({ ApiKeys }) => ApiKeys),
      },
      {
        path: 'hooks',
        data: { crumb: 'settings.hooks' },
        canActivate: [
          needsRole('admin'),
          featureTexts('hooks', {
            en: () => import('./hooks/i18n/en.json'),
            ru: () => import('./hooks/i18n/ru.json'),
          }),
        ],
        children: [
          {
            path: '',
            title: 'settings.hooks',
            loadComponent: () => import('./hooks/hooks').then(({ Hooks }) => Hooks),
          },
          {
            path: ':id',
            title: 'hooks.deliveries',
            loadComponent: () => import('./hooks/hook-log').then(({ HookLog }) => HookLog),
          },
        ],
      },
      {
        path: 'jobs',
        title: 'settings.jobs',
        data: { crumb: 'settings.jobs' },
        canActivate: [
          needsRole('admin'),
          featureTexts('jobs', {
            en: () => import('./jobs/i18n/en.json'),
            ru: () => import('./jobs/i18n/ru.json'),
          }),
        ],
        loadComponent: () => import('./jobs/jobs').then(({ Jobs }) => Jobs),
      },
      {
        path: 'profile',
        title: 'settings.profile',
        data: { crumb: 'settings.profile' },
        canActivate: [
          notificationTexts,
          featureTexts('profile', {
            en: () => import('./profile/i18n/en.json'),
            ru: () => import('./profile/i18n/ru.json'),
          }),
        ],
        loadComponent: () => import('./profile/profile').then(({ Profile }) => Profile),
      },
    ],
  },
];
