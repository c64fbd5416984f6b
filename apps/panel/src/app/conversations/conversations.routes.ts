import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { Conversations } from './conversations';

export const CONVERSATIONS_ROUTES: Routes = [
  {
    path: '',
    canActivate: [crmTexts, featureTexts('conversations', (language) => import(`./i18n/${language}.json`))],
    component: Conversations,
    children: [
      {
        path: ':id',
        loadComponent: () => import('./conversation').then(({ Conversation }) => Conversation),
      },
    ],
  },
];
