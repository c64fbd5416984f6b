import type { Page } from 'playwright-core';
import { isStill } from './requests-in-flight';

export interface Screen {
  path: string;
  /** A text that stands there once the screen has what it shows. */
  shows: string;
  /** Shows nothing that it reads but the session, and so has nothing that could fail. */
  reads_nothing?: true;
}

/** A drawer has a row each, which `fillScreens()` in `fill-screens.ts` makes. */
export interface RowIds {
  client: string;
  appointment: string;
  conversation: string;
  user: string;
  hook: string;
}

/** For whoever is not signed in. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { path: '/login', shows: 'Log in' },
  { path: '/invite', shows: 'Go to log-in' },
  { path: '/forgot', shows: 'Send the link' },
  { path: '/reset', shows: 'Ask for another link' },
];

/** Every address of the panel, with rows in it. */
export function filledScreens(ids: RowIds): Screen[] {
  return [
    { path: '/', shows: 'Now and next' },
    // Her name stands on the dashboard too, from which the test comes.
    { path: '/clients', shows: 'vip' },
    { path: '/clients?search=sheila&sort=-created_at', shows: 'Shown Sheila' },
    { path: `/clients/${ids.client}`, shows: 'Sheila likes windows' },
    { path: `/clients/${ids.client}?tab=timeline`, shows: 'A long visit' },
    { path: `/clients/${ids.client}?tab=appointments`, shows: 'A long visit' },
    { path: `/clients/${ids.client}?tab=conversations`, shows: 'No conversations' },
    { path: '/clients/import', shows: 'Drop a file here' },
    { path: '/clients/import/appointments', shows: 'Drop a file here' },
    { path: '/appointments?date=2027-04-06', shows: 'Shown Sheila' },
    { path: '/appointments?date=2027-04-06&view=day', shows: 'Shown Sheila' },
    { path: '/appointments?date=2027-04-06&view=columns', shows: 'Shown Sheila' },
    { path: '/appointments?date=2027-04-06&view=month', shows: 'Shown Sheila' },
    { path: '/appointments?date=2027-04-06&view=list', shows: 'Shown Sheila' },
    { path: '/appointments?date=2027-04-06&view=agenda', shows: 'Shown Sheila' },
    { path: `/appointments/${ids.appointment}?date=2027-04-06`, shows: 'History' },
    { path: '/appointments/waiting-list?show=all', shows: 'Shown Sheila' },
    { path: '/conversations', shows: 'Talking Tom' },
    { path: '/conversations?search=saturday', shows: 'In messages' },
    { path: `/conversations/${ids.conversation}`, shows: 'Are you open on Saturday?' },
    { path: '/reports?period=7d', shows: 'Busiest hours' },
    { path: '/reports?by=service', shows: 'Busiest hours' },
    { path: '/memory/preview', shows: 'tokens' },
    { path: '/memory/projects', shows: 'Garden' },
    { path: '/memory/projects/1', shows: 'Description' },
    { path: '/memory/projects/new', shows: 'New project' },
    { path: '/memory/people', shows: 'Neighbour Nora' },
    { path: '/memory/people/1', shows: 'Notes' },
    { path: '/memory/tasks', shows: 'Water the plants' },
    { path: '/memory/tasks/1', shows: 'Water the plants' },
    { path: '/memory/tasks/new', shows: 'The whole text' },
    { path: '/memory/state', shows: 'plants' },
    { path: '/memory/state/plants', shows: 'plants' },
    { path: '/memory/state?without_project=true', shows: 'Give a project' },
    { path: '/memory/sessions', shows: 'Bought plants' },
    { path: '/memory/sessions/1', shows: 'Decisions' },
    { path: '/memory/chats', shows: 'garden-plan' },
    { path: '/memory/chats/chat-1', shows: 'No conversation belongs' },
    { path: '/memory/overview?q=plants', shows: 'found' },
    { path: '/memory/history', shows: 'Neighbour Nora' },
    { path: '/memory/files', shows: 'Take it along', reads_nothing: true },
    { path: '/memory/quarantine', shows: 'Overrides instructions' },
    { path: '/memory/overview', shows: 'ada-laptop' },
    { path: '/memory/overview/run-1', shows: 'What it was given' },
    { path: '/memory/webhooks', shows: 'assistant-context' },
    // Each window of a test is another admin, and soon they would fill the whole list.
    { path: '/users?role=operator', shows: 'The operator' },
    { path: `/users/${ids.user}`, shows: 'The operator' },
    { path: `/users/${ids.user}?tab=sessions`, shows: 'Sign out everywhere' },
    { path: '/users/audit', shows: 'The admin' },
    { path: '/settings/business', shows: 'Closures' },
    { path: '/settings/chat-agent', shows: 'Simulate a booking' },
    { path: '/settings/saved-replies', shows: 'The second door' },
    { path: '/settings/accounts', shows: 'Before you switch' },
    { path: '/settings/database', shows: 'assistant_memory' },
    { path: '/settings/keys', shows: 'No keys yet' },
    { path: '/settings/hooks', shows: 'Switched off on' },
    { path: '/settings/booking-page', shows: 'What can be booked' },
    { path: '/settings/messages', shows: 'Hours before' },
    { path: '/settings/messages/booked', shows: 'The standard text' },
    { path: '/settings/mail', shows: 'Send a test to me' },
    { path: '/settings/retention', shows: 'Clients without a sign' },
    { path: '/settings/conversations', shows: 'A client waits for a person' },
    { path: '/settings/jobs', shows: 'Removing what is too old' },
    { path: `/settings/hooks/${ids.hook}`, shows: 'appointment.created' },
    { path: '/settings/profile', shows: 'This session', reads_nothing: true },
    { path: '/not-allowed', shows: 'You may not see this page', reads_nothing: true },
    { path: '/there/is/no/such/page', shows: 'There is no such page', reads_nothing: true },
  ];
}

/** Lists before anything was made, and lists whose filters nothing fits. */
export const EMPTY_SCREENS: readonly Screen[] = [
  { path: '/', shows: 'Now and next' },
  { path: '/clients', shows: 'No clients yet' },
  { path: '/clients?search=nobody', shows: 'No clients match' },
  { path: '/appointments?view=week', shows: 'Week' },
  { path: '/appointments?view=columns', shows: 'main' },
  { path: '/appointments?view=month', shows: 'Month' },
  { path: '/appointments?view=list', shows: 'No appointments' },
  { path: '/appointments?view=agenda', shows: 'Nothing booked' },
  { path: '/appointments/waiting-list', shows: 'Nobody waits' },
  { path: '/conversations', shows: 'No conversations yet' },
  { path: '/conversations?tab=closed', shows: 'No closed conversations' },
  { path: '/conversations?search=nobody', shows: 'No name or last message has' },
  { path: '/reports', shows: 'None in this period' },
  { path: '/memory/preview', shows: 'tokens' },
  { path: '/memory/projects', shows: 'No projects yet' },
  { path: '/memory/people', shows: 'No people yet' },
  { path: '/memory/tasks', shows: 'No pending tasks' },
  { path: '/memory/state', shows: 'Nothing is known yet' },
  { path: '/memory/sessions', shows: 'No sessions yet' },
  { path: '/memory/chats', shows: 'No chats yet' },
  { path: '/memory/history', shows: 'No changes yet' },
  { path: '/memory/overview?q=nothing', shows: 'Nothing found for' },
  { path: '/memory/quarantine', shows: 'Nothing is held' },
  { path: '/memory/overview', shows: 'No session yet' },
  { path: '/users?search=nobody', shows: 'No users match' },
  { path: '/settings/saved-replies', shows: 'No saved replies yet' },
  { path: '/settings/calendars', shows: 'No calendars yet' },
  { path: '/settings/keys', shows: 'No keys yet' },
  { path: '/settings/hooks', shows: 'No outbound webhooks yet' },
];

/** Waits for the text, and until nothing on the page changes any more; false: it never came. */
export async function isShown(page: Page, shows: string): Promise<boolean> {
  return page
    .getByText(shows)
    .first()
    .waitFor({ state: 'attached' })
    .then(() => isStill(page))
    .then(
      () => true,
      () => false,
    );
}

/** What makes a screen this screen: its address, its title but for how much is unread, and its headings. */
export async function signatureOf(page: Page): Promise<string> {
  const headings = await page.locator('h1, h2, h3').allTextContents();
  const { pathname, search } = new URL(page.url());
  const title = (await page.title()).replace(/^\(\d+\) /, '');
  return [pathname + search, title, ...headings.map((text) => text.trim())].join('\n');
}
