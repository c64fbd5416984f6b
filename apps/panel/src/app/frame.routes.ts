import { inject, provideEnvironmentInitializer } from '@angular/core';
import type { Routes } from '@angular/router';
import { COMMANDS } from './commands';
import { InvalidationRules } from './http/invalidation-rules';
import { Commands } from './layout/commands/commands';
import { leaving } from './ui/dialogs/leaving.guard';
import { Frame } from './layout/frame';
import { COUNTERS } from './nav-counters';
import { OUTDATED_BY } from './outdated-by';
import { seesMemory } from './session/guards';

/** What the frame can show. Each feature loads with its first route; `crumb` is its place in the breadcrumb. */
const SCREENS: Routes = [
  {
    path: '',
    pathMatch: 'full',
    title: 'nav.dashboard',
    loadChildren: () =>
      import('./dashboard/dashboard.routes').then(({ DASHBOARD_ROUTES }) => DASHBOARD_ROUTES),
  },
  {
    path: 'clients',
    title: 'nav.clients',
    data: { crumb: 'nav.clients' },
    loadChildren: () => import('./clients/clients.routes').then(({ CLIENTS_ROUTES }) => CLIENTS_ROUTES),
  },
  {
    path: 'appointments',
    title: 'nav.appointments',
    data: { crumb: 'nav.appointments' },
    loadChildren: () =>
      import('./appointments/appointments.routes').then(({ APPOINTMENTS_ROUTES }) => APPOINTMENTS_ROUTES),
  },
  {
    path: 'conversations',
    title: 'nav.conversations',
    data: { crumb: 'nav.conversations' },
    loadChildren: () =>
      import('./conversations/conversations.routes').then(({ CONVERSATIONS_ROUTES }) => CONVERSATIONS_ROUTES),
  },
  {
    path: 'reports',
    title: 'nav.reports',
    data: { crumb: 'nav.reports' },
    loadChildren: () => import('./reports/reports.routes').then(({ REPORTS_ROUTES }) => REPORTS_ROUTES),
  },
  {
    path: 'memory',
    title: 'nav.memory',
    data: { crumb: 'nav.memory' },
    canActivate: [seesMemory],
    loadChildren: () => import('./memory/memory.routes').then(({ MEMORY_ROUTES }) => MEMORY_ROUTES),
  },
  {
    path: 'users',
    title: 'nav.users',
    data: { crumb: 'nav.users' },
    loadChildren: () => import('./users/users.routes').then(({ USERS_ROUTES }) => USERS_ROUTES),
  },
  {
    path: 'settings',
    title: 'nav.settings',
    data: { crumb: 'nav.settings' },
    loadChildren: () => import('./settings/settings.routes').then(({ SETTINGS_ROUTES }) => SETTINGS_ROUTES),
  },
  {
    path: 'not-allowed',
    title: 'pages.not_allowed.title',
    data: { crumb: 'pages.not_allowed.title', page: 'not_allowed' },
    loadComponent: () => import('./layout/nothing-here').then(({ NothingHere }) => NothingHere),
  },
  {
    path: '**',
    title: 'pages.not_found.title',
    data: { crumb: 'pages.not_found.title', page: 'not_found' },
    loadComponent: () => import('./layout/nothing-here').then(({ NothingHere }) => NothingHere),
  },
];

/** Within the frame. */
export const FRAME_ROUTES: Routes = [
  {
    path: '',
    component: Frame,
    runGuardsAndResolvers: 'always',
    canDeactivate: [leaving],
    children: SCREENS,
    providers: [
      Commands,
      ...COMMANDS,
      ...COUNTERS,
      provideEnvironmentInitializer(() => {
        inject(InvalidationRules).list = OUTDATED_BY;
      }),
    ],
  },
];
