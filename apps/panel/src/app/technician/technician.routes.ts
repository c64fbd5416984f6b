import type { Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';

const texts = featureTexts('technician', (language) => import(`./i18n/${language}.json`));

export const TECHNICIAN_ROUTES: Routes = [
  {
    path: '',
    title: 'technician.title',
    canActivate: [texts],
    loadComponent: () => import('./technician').then(({ Technician }) => Technician),
  },
];
