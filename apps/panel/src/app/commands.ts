import { provideCommands } from './layout/commands/commands';

/** What the palette can find and do, in this order: people first. A feature adds its records here. */
export const COMMANDS = [
  provideCommands(() => import('./clients/clients-commands').then(({ clientCommands }) => clientCommands)),
  provideCommands(() =>
    import('./appointments/appointments-commands').then(({ appointmentCommands }) => appointmentCommands),
  ),
  provideCommands(() =>
    import('./conversations/conversation-commands').then(({ conversationCommands }) => conversationCommands),
  ),
  provideCommands(() =>
    import('./layout/commands/frame-commands').then(({ placeCommands }) => placeCommands),
  ),
  provideCommands(() => import('./settings/settings-commands').then(({ settingsPlaces }) => settingsPlaces)),
  provideCommands(() => import('./memory/memory-commands').then(({ memoryPlaces }) => memoryPlaces)),
  provideCommands(() => import('./users/users-commands').then(({ usersCommands }) => usersCommands)),
  provideCommands(() =>
    import('./layout/commands/frame-commands').then(({ generalCommands }) => generalCommands),
  ),
  provideCommands(() => import('./memory/memory-commands').then(({ memoryCommands }) => memoryCommands)),
  provideCommands(() =>
    import('./settings/settings-commands').then(({ settingsCommands }) => settingsCommands),
  ),
  provideCommands(() => import('./settings/accounts/accounts-commands').then((m) => m.accountCommands)),
];
