import type { Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';
import { signedOut } from '../session/guards';

const texts = featureTexts('forgotten', (language) => import(`./i18n/${language}.json`));

export const FORGOTTEN_ROUTES: Routes = [
  {
    path: 'forgot',
    title: 'forgotten.title',
    canActivate: [signedOut, texts],
    loadComponent: () => import('./forgot').then(({ Forgot }) => Forgot),
  },
  {
    path: 'reset',
    title: 'forgotten.reset.title',
    canActivate: [texts],
    loadComponent: () => import('./reset').then(({ Reset }) => Reset),
  },
];
