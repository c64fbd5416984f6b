import { inject } from '@angular/core';
import { Router, type Routes } from '@angular/router';
import { routesOf } from '../layout/screens';
import { Session } from '../session/session';
import { MEMORY_SCREENS, memoryTexts } from './memory-screens';
import { TABS } from './memory-tabs';

/** Whoever may not see the preview begins with the projects. */
async function firstScreen() {
  const router = inject(Router);
  const session = inject(Session);
  await session.restore();
  return router.createUrlTree(['/memory', session.may('operator') ? 'preview' : 'projects']);
}

export const MEMORY_ROUTES: Routes = [
  {
    path: '',
    providers: [{ provide: TABS, useValue: MEMORY_SCREENS }],
    children: [
      { path: '', pathMatch: 'full', redirectTo: firstScreen },
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
