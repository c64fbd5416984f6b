import type { Locator } from 'playwright-core';
import { Conversations, newChat } from '../harness/data/conversations';
import { signIn } from '../harness/data/panel-users';
import { lookAt } from './look-at';
import { isTrue, panelInBrowser } from './panel-in-browser';

const MINUTE_MS = 60_000;

describe('who waits for a person', () => {
  const panel = panelInBrowser();
  let chats: Conversations;
  beforeAll(async () => {
    chats = new Conversations(panel.t, await signIn(panel.t, { role: 'admin' }));
  });

  /** A client who called for a person so many minutes ago. */
  const calls = (name: string, minutes: number) =>
    chats.begin(newChat(), {
      contact: { name },
      needs_human: true,
      message: {
        role: 'user',
        text: 'A person, please',
        timestamp: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
      },
    });

  it('is seen in the list, the thread, the title and the dashboard, until somebody answers', async () => {
    await calls('Shortly Sue', 12);
    const longest = await calls('Long Lou', 41);
    await chats.begin(newChat(), { contact: { name: 'Answered Ann' } });
    const { page, faults } = await panel.openAs('operator', '/conversations?tab=all');
    const rows = page.locator('app-conversation-row');
    const row = (name: string) => rows.filter({ hasText: name });
    await row('Shortly Sue')
      .getByText(/waits 1\d min/)
      .waitFor();
    expect(await row('Answered Ann').locator('app-waits').count()).toBe(0);
    expect(await rows.first().textContent()).toContain('Answered Ann');
    await page.getByRole('button', { name: 'Filters and order' }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'Longest wait first' }).press('Enter');
    await rows.first().getByText('Long Lou').waitFor();
    expect(await rows.nth(1).textContent()).toContain('Shortly Sue');
    expect(new URL(page.url()).searchParams.get('sort')).toBe('waiting');
    await isTrue(page, "document.title.startsWith('(2) ')");
    const wrong = await lookAt(page, 'waiting-list');

    await page.goto('/');
    await page.getByText(/2 wait, the longest 4\d min/).waitFor();
    const attention = page.locator('app-attention-list li', { hasText: '2 clients wait for an answer' });
    wrong.push(...(await lookAt(page, 'waiting-dashboard')));
    await attention.getByRole('link', { name: 'Answer' }).press('Enter');
    await rows.first().getByText('Long Lou').waitFor();
    await rows.first().locator('a').press('Enter');
    const header = page.locator('app-thread-header');
    await header.getByText(/waits 4\d min/).waitFor();
    wrong.push(...(await lookAt(page, 'waiting-thread')));
    await chats.post(longest.conversation_id, 'takeover').expect(200);
    await chats.reply(longest.conversation_id, 'Here I am').expect(201);
    await header.locator('app-waits').waitFor({ state: 'detached' });
    await isTrue(page, "document.title.startsWith('(1) ')");
    expect([wrong, faults]).toEqual([[], []]);
  });

  it('is looked after by rules of the settings, of which none is on at first', async () => {
    const { page, faults } = await panel.openAs('admin', '/settings/conversations');
    const field = (name: string) => page.getByLabel(name).first();
    const handBack = field('Hand back to the AI agent after (minutes)');
    await handBack.waitFor();
    expect(await valuesOf(page.locator('app-conversation-rules input.input'))).toEqual(['', '', '', '', '']);
    await field('Remind the team after (minutes)').fill('15');
    await handBack.fill('soon');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.press('Enter');
    await page.getByText('must be a whole number').first().waitFor();
    await handBack.fill('60');
    await page.getByLabel('Other times outside the opening hours').press('Space');
    const outside = page.getByRole('group', { name: 'Outside the opening hours' });
    await outside.getByLabel('Remind the team after (minutes)').fill('240');
    expect(await lookAt(page, 'waiting-rules')).toEqual([]);
    await save.press('Enter');
    await page.getByText('The settings of the conversations are saved.').waitFor();
    await page.reload();
    await isTrue(page, "document.querySelector('app-conversation-rules input.input')?.value === ''");
    expect(await valuesOf(outside.locator('input'))).toEqual(['', '240', '']);
    expect(await handBack.inputValue()).toBe('60');
    // What the browser notes of the refused settings.
    expect(faults).toEqual([expect.stringContaining('400')]);
  });
});

const valuesOf = async (inputs: Locator) =>
  Promise.all((await inputs.all()).map((input) => input.inputValue()));
