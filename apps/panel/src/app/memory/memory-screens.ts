import type { Route, Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';
import type { Screen } from '../layout/screens';
import { needsRole } from '../session/guards';

export const memoryTexts = featureTexts('memory', (language) => import(`./i18n/${language}.json`));
const texts = [memoryTexts];

/** A record in a drawer beside its list; `new` is one that is still to be made. */
const records = (loadComponent: NonNullable<Route['loadComponent']>): Routes => [
  { path: 'new', canActivate: [needsRole('operator')], loadComponent },
  { path: ':id', loadComponent },
];

/** The screens of the memory in their order: what is read by all, what happened, and what is for technicians. A new one is an entry here and two texts `memory.<path>`. */
export const MEMORY_SCREENS: readonly Screen[] = [
  {
    path: 'assistants',
    role: 'viewer',
    texts,
    loadComponent: () => import('./assistants/assistants').then(({ Assistants }) => Assistants),
    children: [
      {
        path: ':session_id',
        canActivate: [needsRole('operator')],
        loadComponent: () =>
          import('./assistants/assistant-drawer').then(({ AssistantDrawer }) => AssistantDrawer),
      },
    ],
  },
  {
    path: 'projects',
    role: 'viewer',
    texts,
    loadComponent: () => import('./projects/project-list').then(({ ProjectList }) => ProjectList),
    children: records(() => import('./projects/project-drawer').then(({ ProjectDrawer }) => ProjectDrawer)),
  },
  {
    path: 'decisions',
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
    role: 'viewer',
    texts,
    loadComponent: () => import('./tasks/task-list').then(({ TaskList }) => TaskList),
    children: records(() => import('./tasks/task-drawer').then(({ TaskDrawer }) => TaskDrawer)),
  },
  {
    path: 'state',
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
    role: 'viewer',
    texts,
    loadComponent: () => import('./people/person-list').then(({ PersonList }) => PersonList),
    children: records(() => import('./people/person-drawer').then(({ PersonDrawer }) => PersonDrawer)),
  },
  {
    path: 'sessions',
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
    role: 'viewer',
    texts,
    loadComponent: () => import('./history/memory-history').then(({ MemoryHistory }) => MemoryHistory),
  },
  {
    path: 'quarantine',
    role: 'operator',
    texts,
    loadComponent: () => import('./quarantine/quarantine').then(({ Quarantine }) => Quarantine),
  },
  {
    path: 'preview',
    role: 'operator',
    texts,
    loadComponent: () => import('./preview/context-preview').then(({ ContextPreview }) => ContextPreview),
  },
  {
    path: 'files',
    role: 'operator',
    texts,
    loadComponent: () => import('./files/memory-files').then(({ MemoryFiles }) => MemoryFiles),
  },
  {
    path: 'webhooks',
    role: 'admin',
    texts,
    loadComponent: () => import('./webhooks/webhooks').then(({ Webhooks }) => Webhooks),
  },
];
