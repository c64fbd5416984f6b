import { provideNavCounter } from './layout/nav-counts';

/** What counts for the sidebar, from the log-in to the log-out. A feature adds its counter here. */
export const COUNTERS = [
  provideNavCounter(() =>
    import('./conversations/conversation-counter').then(({ conversationCounter }) => conversationCounter),
  ),
];
