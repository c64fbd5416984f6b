import type { Route, Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';
import { needsRole } from '../session/guards';
import type { MemoryScreen } from './memory-tabs';

export const memoryTexts = featureTexts('memory', (language) => import(`./i18n/${language}.json`));
const texts = [memoryTexts];

/** A record in a drawer beside its list; `new` is one that is still to be made. */
const records = (loadComponent: NonNullable<Route['loadComponent']>): Routes => [
  { path: 'new', canActivate: [needsRole('operator')], loadComponent },
  { path: ':id', loadComponent },
];

/** The screens of the memory in their order. A new one is an entry here and two texts `memory.<path>`. */
export const MEMORY_SCREENS: readonly MemoryScreen[] = [
  {
    path: 'overview',
    group: 'overview',
    role: 'viewer',
    texts,
    loadComponent: () => import('./overview/overview').then(({ Overview }) => Overview),
    children: [
      {
        path: ':session_id',
        canActivate: [needsRole('operator')],
        loadComponent: () =>
          import('./overview/assistant-drawer').then(({ AssistantDrawer }) => AssistantDrawer),
      },
    ],
  },
  {
    path: 'projects',
    group: 'knowledge',
    role: 'viewer',
    texts,
    loadComponent: () => import('./projects/project-list').then(({ ProjectList }) => ProjectList),
    children: records(() => import('./projects/project-drawer').then(({ ProjectDrawer }) => ProjectDrawer)),
  },
  {
    path: 'decisions',
    group: 'knowledge',
    role: 'viewer',
    texts,
    loadComponent: () => import('./decisions/decision-list').then(({ DecisionList }) => DecisionList),
    children: [
      {
        path: ':id',
        loadComponent: () =>
          import('./decisions/decision-drawer').then(({ DecisionDrawer }) => DecisionDrawer),
      },
    ],
  },
  {
    path: 'tasks',
    group: 'knowledge',
    role: 'viewer',
    texts,
    loadComponent: () => import('./tasks/task-list').then(({ TaskList }) => TaskList),
    children: records(() => import('./tasks/task-drawer').then(({ TaskDrawer }) => TaskDrawer)),
  },
  {
    path: 'state',
    group: 'knowledge',
    role: 'operator',
    texts,
    loadComponent: () => import('./state/state-list').then(({ StateList }) => StateList),
    children: [
      {
        path: ':key',
        loadComponent: () => import('./state/state-drawer').then(({ StateDrawer }) => StateDrawer),
      },
    ],
  },
  {
    path: 'people',
    group: 'knowledge',
    role: 'viewer',
    texts,
    loadComponent: () => import('./people/person-list').then(({ PersonList }) => PersonList),
    children: records(() => import('./people/person-drawer').then(({ PersonDrawer }) => PersonDrawer)),
  },
  {
    path: 'sessions',
    group: 'activity',
    role: 'viewer',
    texts,
    loadComponent: () => import('./sessions/session-timeline').then(({ SessionTimeline }) => SessionTimeline),
    children: [
      {
        path: ':id',
        loadComponent: () => import('./sessions/session-drawer').then(({ SessionDrawer }) => SessionDrawer),
      },
    ],
  },
  {
    path: 'chats',
    group: 'activity',
    role: 'viewer',
    texts,
    loadComponent: () => import('./chats/chat-list').then(({ ChatList }) => ChatList),
    children: [
      {
        path: ':chat_id',
        loadComponent: () => import('./chats/chat-drawer').then(({ ChatDrawer }) => ChatDrawer),
      },
    ],
  },
  {
    path: 'history',
    group: 'activity',
    role: 'viewer',
    texts,
    loadComponent: () => import('./history/memory-history').then(({ MemoryHistory }) => MemoryHistory),
  },
  {
    path: 'quarantine',
    group: 'review',
    role: 'operator',
    texts,
    loadComponent: () => import('./quarantine/quarantine').then(({ Quarantine }) => Quarantine),
  },
  {
    path: 'preview',
    group: 'more',
    role: 'operator',
    texts,
    loadComponent: () => import('./preview/context-preview').then(({ ContextPreview }) => ContextPreview),
  },
  {
    path: 'files',
    group: 'more',
    role: 'operator',
    texts,
    loadComponent: () => import('./files/memory-files').then(({ MemoryFiles }) => MemoryFiles),
  },
  {
    path: 'webhooks',
    group: 'more',
    role: 'admin',
    texts,
    loadComponent: () => import('./webhooks/webhooks').then(({ Webhooks }) => Webhooks),
  },
];
