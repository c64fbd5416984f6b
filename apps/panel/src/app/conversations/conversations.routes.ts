import type { Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';

export const CONVERSATIONS_ROUTES: Routes = [
  {
    path: '',
    canActivate: [
      featureTexts('conversations', {
        en: () => import('./i18n/en.json'),
        ru: () => import('./i18n/ru.json'),
      }),
    ],
    loadComponent: () => import('./conversations').then(({ Conversations }) => Conversations),
    children: [
      {
        path: ':id',
        loadComponent: () => import('./conversation').then(({ Conversation }) => Conversation),
      },
    ],
  },
];
