import type { Routes } from '@angular/router';
import { Formats } from './i18n/formats';
import { PluralPipe } from './i18n/plural';
import { Breadcrumb } from './layout/breadcrumb';
import { Confirm } from './layout/confirm';
import { Dialogs } from './layout/dialogs';
import { Frame } from './layout/frame';
import { PageHeader } from './layout/page-header';
import { Shortcuts } from './layout/shortcuts';
import { Toasts } from './layout/toasts';
import { unsavedChanges } from './layout/unsaved-changes.guard';
import { urlState } from './layout/url-state';
import { CopyButton } from './ui/copy-button';
import { EmptyState } from './ui/empty-state';
import { ErrorPanel } from './ui/error-panel';
import { KeyValues } from './ui/key-values';
import { RelativeTime } from './ui/relative-time';
import { Skeleton } from './ui/skeleton';
import { StatusChip } from './ui/status-chip';

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
    path: 'memory',
    title: 'nav.memory',
    data: { crumb: 'nav.memory' },
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
    data: { page: 'not_allowed' },
    loadComponent: () => import('./layout/nothing-here').then(({ NothingHere }) => NothingHere),
  },
  {
    path: '**',
    title: 'pages.not_found.title',
    data: { page: 'not_found' },
    loadComponent: () => import('./layout/nothing-here').then(({ NothingHere }) => NothingHere),
  },
];

/** Within the frame; one file holds it and what nearly every screen is made of. */
export const FRAME_ROUTES: Routes = [{ path: '', component: Frame, children: SCREENS }];

/** Nearly every screen is made of these: they come with the routes in one file instead of in a request each. */
export const EVERYDAY = [
  ...[
    Breadcrumb,
    Confirm,
    Dialogs,
    Formats,
    PageHeader,
    PluralPipe,
    Shortcuts,
    Toasts,
    unsavedChanges,
    urlState,
  ],
  ...[CopyButton, EmptyState, ErrorPanel, KeyValues, RelativeTime, Skeleton, StatusChip],
];
