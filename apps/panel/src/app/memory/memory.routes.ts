import type { Routes } from '@angular/router';
import { routesOf } from '../layout/screens';
import { MEMORY_SCREENS, memoryTexts } from './memory-screens';
import { TABS } from './memory-tabs';

export const MEMORY_ROUTES: Routes = [
  {
    path: '',
    providers: [{ provide: TABS, useValue: MEMORY_SCREENS }],
    children: [
      { path: '', pathMatch: 'full', redirectTo: 'assistants' },
      ...routesOf('memory', MEMORY_SCREENS),
      {
        path: 'search',
        title: 'memory.find.title',
        data: { crumb: 'memory.find.title' },
        canActivate: [memoryTexts],
        loadComponent: () => import('./search/memory-search').then(({ MemorySearch }) => MemorySearch),
      },
    ],
  },
];
