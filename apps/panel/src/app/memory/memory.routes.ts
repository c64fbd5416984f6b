import { inject } from '@angular/core';
import { Router, type CanActivateFn, type Route, type Routes } from '@angular/router';
import { featureTexts } from '../i18n/feature-texts';
import { needsRole } from '../session/guards';
import { Session } from '../session/session';

const texts = featureTexts('memory', {
  en: () => import('./i18n/en.json'),
  ru: () => import('./i18n/ru.json'),
});

/** Whoever may not see the preview begins with the projects. */
async function firstScreen() {
  const router = inject(Router);
  const session = inject(Session);
  await session.restore();
  return router.createUrlTree(['/memory', session.may('operator') ? 'preview' : 'projects']);
}

const screen = (path: string, rest: Omit<Route, 'path'>, ...guards: CanActivateFn[]): Route => ({
  path,
  title: `memory.${path}`,
  data: { crumb: `memory.${path}` },
  canActivate: [...guards, texts],
  ...rest,
});

/** A record in a drawer beside its list; `new` is one that is still to be made. */
const records = (loadComponent: NonNullable<Route['loadComponent']>): Routes => [
  {
    path: 'new',
    canActivate: [needsRole('operator')],
    loadComponent,
  },
  { path: ':id', loadComponent },
];

export const MEMORY_ROUTES: Routes = [
  { path: '', pathMatch: 'full', redirectTo: firstScreen },
  screen(
    'preview',
    {
      loadComponent: () => import('./preview/context-preview').then(({ ContextPreview }) => ContextPreview),
    },
    needsRole('operator'),
  ),
  screen('projects', {
    loadComponent: () => import('./projects/project-list').then(({ ProjectList }) => ProjectList),
    children: records(() => import('./projects/project-drawer').then(({ ProjectDrawer }) => ProjectDrawer)),
  }),
  screen('people', {
    loadComponent: () => import('./people/person-list').then(({ PersonList }) => PersonList),
    children: records(() => import('./people/person-drawer').then(({ PersonDrawer }) => PersonDrawer)),
  }),
  screen('tasks', {
    loadComponent: () => import('./tasks/task-list').then(({ TaskList }) => TaskList),
    children: records(() => import('./tasks/task-drawer').then(({ TaskDrawer }) => TaskDrawer)),
  }),
  screen(
    'state',
    {
      loadComponent: () => import('./state/state-list').then(({ StateList }) => StateList),
      children: [
        {
          path: ':key',
          loadComponent: () => import('./state/state-drawer').then(({ StateDrawer }) => StateDrawer),
        },
      ],
    },
    needsRole('operator'),
  ),
  screen('decisions', {
    loadComponent: () => import('./decisions/decision-list').then(({ DecisionList }) => DecisionList),
    children: [
      {
        path: ':id',
        loadComponent: () =>
          import('./decisions/decision-drawer').then(({ DecisionDrawer }) => DecisionDrawer),
      },
    ],
  }),
  screen('sessions', {
    loadComponent: () => import('./sessions/session-timeline').then(({ SessionTimeline }) => SessionTimeline),
    children: [
      {
        path: ':id',
        loadComponent: () => import('./sessions/session-drawer').then(({ SessionDrawer }) => SessionDrawer),
      },
    ],
  }),
  screen('chats', {
    loadComponent: () => import('./chats/chat-list').then(({ ChatList }) => ChatList),
    children: [
      {
        path: ':chat_id',
        loadComponent: () => import('./chats/chat-drawer').then(({ ChatDrawer }) => ChatDrawer),
      },
    ],
  }),
  screen('history', {
    loadComponent: () => import('./history/memory-history').then(({ MemoryHistory }) => MemoryHistory),
  }),
  screen(
    'quarantine',
    { loadComponent: () => import('./quarantine/quarantine').then(({ Quarantine }) => Quarantine) },
    needsRole('operator'),
  ),
  screen('assistants', {
    loadComponent: () => import('./assistants/assistants').then(({ Assistants }) => Assistants),
    children: [
      {
        path: ':session_id',
        canActivate: [needsRole('operator')],
        loadComponent: () =>
          import('./assistants/assistant-drawer').then(({ AssistantDrawer }) => AssistantDrawer),
      },
    ],
  }),
  screen(
    'webhooks',
    { loadComponent: () => import('./webhooks/webhooks').then(({ Webhooks }) => Webhooks) },
    needsRole('admin'),
  ),
  screen('search', {
    title: 'memory.find.title',
    data: { crumb: 'memory.find.title' },
    loadComponent: () => import('./search/memory-search').then(({ MemorySearch }) => MemorySearch),
  }),
];
