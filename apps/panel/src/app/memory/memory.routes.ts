import { inject } from '@angular/core';
import { Router, type Routes } from '@angular/router';
import { routesOf } from '../layout/screens';
import { MEMORY_SCREENS } from './memory-screens';
import { TABS } from './memory-tabs';

export const MEMORY_ROUTES: Routes = [
  {
    path: '',
    providers: [{ provide: TABS, useValue: MEMORY_SCREENS }],
    children: [
      { path: '', pathMatch: 'full', redirectTo: 'overview' },
      ...routesOf('memory', MEMORY_SCREENS),
      // Before the overview had both, they were screens.
      { path: 'assistants', redirectTo: 'overview' },
      {
        path: 'search',
        redirectTo: ({ queryParams }) =>
          inject(Router).createUrlTree(['/memory/overview'], { queryParams, fragment: 'find' }),
      },
    ],
  },
];
