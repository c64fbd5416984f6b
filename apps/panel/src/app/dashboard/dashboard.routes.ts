import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { usageTexts } from '../ui/usage/usage-texts';
import { Dashboard } from './dashboard';

export const DASHBOARD_ROUTES: Routes = [
  {
    path: '',
    canActivate: [
      crmTexts,
      usageTexts,
      featureTexts('dashboard', (language) => import(`./i18n/${language}.json`)),
    ],
    component: Dashboard,
  },
];
