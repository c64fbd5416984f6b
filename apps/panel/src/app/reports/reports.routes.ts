import type { Routes } from '@angular/router';
import { crmTexts } from '../crm/crm-texts';
import { featureTexts } from '../i18n/feature-texts';
import { Reports } from './reports';

export const REPORTS_ROUTES: Routes = [
  {
    path: '',
    canActivate: [crmTexts, featureTexts('reports', (language) => import(`./i18n/${language}.json`))],
    component: Reports,
  },
];
