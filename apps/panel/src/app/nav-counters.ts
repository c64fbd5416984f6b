import { provideNavCounter } from './layout/navigation/nav-counts';
import { readKept } from './storage/kept';
import { DAY_ALLOWED } from './storage/kept-day';

/** What counts for the sidebar, from the log-in to the log-out. A feature adds its counter here. */
export const COUNTERS = [
  provideNavCounter(() =>
    import('./conversations/conversation-counter').then(({ conversationCounter }) => conversationCounter),
  ),
  // It counts nothing, and lives as long: what is new is told while somebody is signed in.
  provideNavCounter(() => import('./layout/notifications/notifier').then(({ notifier }) => notifier)),
  // Nor does this, which few allow.
  provideNavCounter(async () => {
    if (readKept(DAY_ALLOWED) === null) return () => undefined;
    return (await import('./crm/day-on-device')).dayOnDevice;
  }),
];
