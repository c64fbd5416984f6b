import type { Page } from 'playwright-core';
import { appointmentIn } from './calendar-hands';
import type { RowIds } from './screens';

/** What opens over a screen: where, what it is, and how. */
export interface Overlay {
  path: string;
  opens: string;
  open(page: Page): Promise<unknown>;
}

const byKey = (key: string) => (page: Page) => page.keyboard.press(key);
const byButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

export function overlays(ids: RowIds): Overlay[] {
  return [
    { path: '/', opens: 'the palette', open: byKey('Control+k') },
    { path: '/', opens: 'the sheet of keys', open: byKey('?') },
    { path: '/', opens: 'the user’s menu', open: byButton(/Account of/) },
    { path: '/', opens: 'a first step', open: byButton(/^Choose the time zone/) },
    { path: '/clients', opens: 'a new client', open: byKey('n') },
    { path: '/clients', opens: 'the choice of columns', open: byButton('Columns') },
    { path: `/clients/${ids.client}`, opens: 'the form', open: byKey('e') },
    { path: '/appointments?date=2027-04-06', opens: 'a booking', open: byKey('n') },
    {
      path: '/appointments?date=2027-04-06',
      opens: 'an appointment’s card',
      open: (page) => appointmentIn(page).press('Enter'),
    },
    { path: `/appointments/${ids.appointment}`, opens: 'a move', open: byButton('Change…') },
    {
      path: `/appointments/${ids.appointment}`,
      opens: 'the question before it is cancelled',
      open: byButton('Cancel appointment'),
    },
    {
      path: '/appointments',
      opens: 'the calendar link',
      open: async (page) => {
        await byButton('More actions')(page);
        await page.getByRole('menuitem', { name: /Calendar link/ }).click();
      },
    },
    { path: '/appointments', opens: 'a filter', open: byButton('Status') },
    { path: `/conversations/${ids.conversation}`, opens: 'the team', open: byKey('a') },
    {
      path: `/conversations/${ids.conversation}`,
      opens: 'the saved replies',
      open: byButton('Saved replies'),
    },
    {
      path: '/clients',
      opens: 'the tags of those selected',
      open: async (page) => {
        await page
          .getByRole('checkbox', { name: /^Select (?!all)/ })
          .first()
          .check();
        await page.locator('app-selection-bar').getByRole('button', { name: 'Tag' }).click();
      },
    },
    { path: '/memory/projects', opens: 'a new project', open: byKey('n') },
    { path: '/memory/state', opens: 'a new entry', open: byKey('n') },
    { path: '/memory/projects/1', opens: 'a merge', open: byButton('Merge into another…') },
    {
      path: '/memory/history',
      opens: 'a change',
      open: (page) => page.locator('.row.body').first().click(),
    },
    { path: '/memory/history', opens: 'the undo of all', open: byButton('Undo all by one caller…') },
    { path: '/memory/webhooks', opens: 'a question', open: byButton(/New URL/) },
    { path: '/users', opens: 'an invitation', open: byKey('n') },
    {
      path: '/users/audit',
      opens: 'an entry',
      open: (page) => page.locator('.row.body').first().press('Enter'),
    },
    { path: `/users/${ids.user}`, opens: 'another role', open: byButton('Change the role') },
    {
      path: `/clients/${ids.client}`,
      opens: 'the merging of clients',
      open: async (page) => {
        await byButton('More actions')(page);
        await page.getByRole('menuitem', { name: 'Merge with' }).click();
      },
    },
    { path: '/settings/saved-replies', opens: 'a new saved reply', open: byKey('n') },
    { path: '/settings/accounts', opens: 'a new account', open: byKey('n') },
    { path: '/settings/accounts', opens: 'a session', open: byButton('Store a session') },
    { path: '/settings/keys', opens: 'a new key', open: byKey('n') },
    { path: '/settings/hooks', opens: 'a new outbound webhook', open: byKey('n') },
  ];
}
