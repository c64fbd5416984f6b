import type { Page } from 'playwright-core';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { beginSession, signIn, type SignedInUser } from '../harness/data/panel-users';
import { eventually } from '../harness/data/times';
import { axeFaults, isAt, isTrue, panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine.
/** Somebody new each time: keys that are pressed too early for the page fail now and then, not each time. */
const ROUNDS = process.env['FULL_TESTS'] === '1' ? 50 : 1;
const ADAS = Array.from({ length: ROUNDS }, (_, round) => `Ada Lovelace the ${100 + round}th`);

const HOSTILE = [
  '<img src=x onerror="document.title=\'run\'">',
  '<script>document.title="run"</script>',
  '{{ constructor.constructor("document.title=1")() }}',
  'javascript:document.title="run"',
  'https://user:password@example.com/',
  '\u202Egnp.exe',
];

const IS_MARK_SHOWN = `(() => {
  const [place, mark] = ['.scroller', '.message.target mark'].map((one) => document.querySelector(one)?.getBoundingClientRect());
  return mark !== undefined && mark.top >= place.top && mark.bottom <= place.bottom;
})()`;

describe('the conversations of the panel', () => {
  const panel = panelInBrowser();
  let chats: Conversations;
  let admin: SignedInUser;
  beforeAll(async () => {
    admin = await signIn(panel.t, { role: 'admin' });
    chats = new Conversations(panel.t, admin);
  });

  const messages = (page: Page) => page.locator('app-message-list .bubble');
  /** A conversation with a name of its own, so that it is found in the list. */
  const begin = (name: string, text = 'Are you open on Saturday?') =>
    chats.begin(newChat(), { contact: { name }, message: says('user', text) });

  it.each(ADAS)(
    'of %s are read and answered by the keyboard, and the agent gets the answer',
    async (name) => {
      // Fifty rounds on a busy machine take longer than a token lives.
      chats = new Conversations(panel.t, await beginSession(panel.t, admin.id, admin.email));
      // A new user has read all that was before.
      const { page, faults } = await panel.openAs('operator', '/conversations');
      const { conversation_id, chat_id } = await begin(name);
      await page.getByRole('link', { name }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await isAt(page, `/conversations/${conversation_id}`);
      await messages(page).getByText('Are you open on Saturday?').waitFor();
      await expectUnread(conversation_id, 0);
      await page.keyboard.press('h');
      await page.getByRole('textbox', { name: 'Write a reply' }).waitFor();
      await page.keyboard.type('Yes, from 10');
      await page.keyboard.press('Enter');
      await page.keyboard.type('to 14.');
      await page.keyboard.press('Control+Enter');
      await page.locator('[data-message].operator').waitFor();
      const { deliver, takeover } = await chats.ping({ chat_id });

      expect(takeover).toBe(true);
      expect(deliver.map(({ text }) => text)).toEqual(['Yes, from 10\nto 14.']);
      expect(faults).toEqual([]);
    },
  );

  it('are given to somebody, noted about and found by what was said long ago', async () => {
    const { conversation_id, chat_id } = await begin('Noted Nora', 'Is the marimba repaired?');
    await chats.ping({ chat_id, message: says('assistant', 'It is.') });
    const { page, faults } = await panel.openAs('operator', `/conversations/${conversation_id}`);
    await messages(page).first().waitFor();
    await page.getByRole('button', { name: 'Assign', exact: true }).press('Enter');
    await page.getByRole('menuitemradio', { name: 'The admin' }).press('Enter');
    await page.getByRole('button', { name: 'Assigned to: The admin. Change' }).waitFor();
    // It is shown at once, and stored a moment later.
    await eventually(async () => (await chats.get(conversation_id)).assigned_to?.name === 'The admin');
    await page.getByRole('textbox', { name: 'New note' }).fill('Rings twice');
    await page.getByRole('button', { name: 'Add note' }).press('Enter');
    await page.locator('app-conversation-notes li', { hasText: 'Rings twice' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.goto('/conversations?search=marimbas');
    await page.locator('app-message-hits a', { hasText: 'Noted Nora' }).press('Enter');
    await isAt(page, `/conversations/${conversation_id}?search=marimbas&message=*`);
    expect(await axeFaults(page)).toEqual([]);

    expect(faults).toEqual([]);
  });

  it('open at the place in a long text that a search has found, and are written in from one of two tabs', async () => {
    const text = `${'Lorem ipsum. '.repeat(900)}\nI am allergic to Penizillin. ${'Dolor sit. '.repeat(300)}`;
    const { conversation_id, chat_id } = await begin('Long Ludmila', text);
    for (let n = 0; n < 60; n++) await chats.ping({ chat_id, message: says('user', `Later ${n}`) });
    const { page, context, faults } = await panel.openAs('operator', '/conversations?search=Penizillin');
    await page.locator('app-message-hits a', { hasText: 'Long Ludmila' }).press('Enter');
    const mark = page.locator('.message.target mark', { hasText: 'Penizillin' });
    await isTrue(page, IS_MARK_SHOWN);
    expect(await mark.count()).toBe(1);

    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('textbox', { name: 'Write a reply' }).fill('half a sentence');
    const other = await context.newPage();
    await other.goto(`/conversations/${conversation_id}`);
    const hasTyped = (text: string) => `document.getElementById('composer')?.value === '${text}'`;
    await isTrue(other, hasTyped('half a sentence'));
    await other.getByRole('textbox', { name: 'Write a reply' }).press('Control+Enter');
    await isTrue(page, hasTyped(''));
    await other.locator('[data-message].operator', { hasText: 'half a sentence' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('show a message in every browser within half a second, and a reply that a ping brings', async () => {
    const { conversation_id, chat_id } = await begin('Grace Hopper');
    const open = () => panel.openAs('operator', `/conversations/${conversation_id}`);
    const [one, other] = [await open(), await open()];
    for (const { page } of [one, other]) {
      await messages(page).first().waitFor();
    }
    const timesMs: number[] = [];
    for (const text of ['first', 'second', 'third']) {
      const beganMs = performance.now();
      await chats.ping({ chat_id, message: says('user', text) });
      await Promise.all(
        [one, other].map(({ page }) => messages(page).getByText(text, { exact: true }).waitFor()),
      );
      timesMs.push(Math.round(performance.now() - beganMs));
    }
    process.stdout.write(`a ping's message is seen in two browsers after ${timesMs.join(', ')} ms\n`);
    await chats.ping({ chat_id, message: says('assistant', 'Let me see.') });
    await messages(other.page).getByText('Let me see.').waitFor();

    expect(await other.page.locator('.message.agent').count()).toBe(1);
    expect([...one.faults, ...other.faults]).toEqual([]);
  });

  it('keep what was typed, and a reply that failed until it is sent', async () => {
    const { conversation_id } = await begin('Mary Somerville');
    const { page, context } = await panel.openAs('operator', `/conversations/${conversation_id}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    const field = page.getByRole('textbox', { name: 'Write a reply' });
    await field.fill('half a sentence');
    await page.goto('/');
    await page.goto(`/conversations/${conversation_id}`);
    await field.waitFor();
    expect(await field.inputValue()).toBe('half a sentence');

    await context.route('**/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Not sent').waitFor();
    await context.unroute('**/api/**');
    await page.getByText('The server does not answer just now.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.locator('[data-message].operator').waitFor();
    expect(await page.getByText('Not sent').count()).toBe(0);

    expect((await chats.texts(conversation_id)).filter((text) => text === 'half a sentence')).toHaveLength(1);
  });

  it('show what is hostile as text, in the list and in the thread', async () => {
    const { conversation_id, chat_id } = await begin(HOSTILE[0]!, HOSTILE[0]);
    for (const text of HOSTILE.slice(1)) await chats.ping({ chat_id, message: says('user', text) });
    const { page, faults } = await panel.openAs('operator', `/conversations/${conversation_id}`);
    await messages(page)
      .nth(HOSTILE.length - 1)
      .waitFor();

    expect(await messages(page).allTextContents()).toEqual(HOSTILE);
    expect(await page.locator('app-message-list :is(img, script, a)').count()).toBe(0);
    // With the count of conversations that wait for somebody.
    expect(await page.title()).toMatch(/^(\(\d+\) )?Conversations · Groupless$/);
    expect(faults).toEqual([]);
  });

  it('keep a small part of a long thread in the page, and the place where one reads', async () => {
    const { conversation_id, chat_id } = await begin('Long Thread');
    await panel.t.memory.query(
      `insert into chat_history (chat_id, role, message, timestamp)
       select $1, case when n % 3 = 0 then 'assistant' else 'user' end, 'number ' || n,
              now() - make_interval(mins => 5001 - n) from generate_series(1, 5000) as n`,
      [chat_id],
    );
    const { page } = await panel.openAs('operator', `/conversations/${conversation_id}`);
    await messages(page).first().waitFor();
    const scroller = page.getByRole('region', { name: 'Messages' });
    const shownNumbers = async () =>
      (await messages(page).allTextContents()).map((text) => Number(text.replace('number ', '')));
    await scroller.hover();
    let most = 0;
    let numbers: number[] = [];
    // Past more messages than the page may hold.
    for (let turn = 0; turn < 100 && !((numbers[0] ?? Infinity) < 4_800); turn++) {
      await page.mouse.wheel(0, -900);
      await isStill(page);
      numbers = await shownNumbers();
      most = Math.max(most, numbers.length);
    }
    expect(most).toBeLessThanOrEqual(120);
    expect(numbers[0]).toBeLessThan(4_800);
    numbers = await shownNumbers();
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    await page.getByRole('button', { name: /Jump to latest/ }).click();
    await messages(page).getByText('Are you open on Saturday?').waitFor();
  });

  it('show a viewer no way to write', async () => {
    const { conversation_id } = await begin('Emmy Noether');
    const { page } = await panel.openAs('viewer', `/conversations/${conversation_id}`);
    await messages(page).first().waitFor();
    await isStill(page);

    expect(
      await page.getByRole('button', { name: /Take over|Close|Needs a human|Create client/ }).count(),
    ).toBe(0);
    await expectUnread(conversation_id, 1);
  });

  /** By the team's count, which ends with the reading of anybody who may answer. */
  async function expectUnread(id: string, count: number): Promise<void> {
    const counted = async () => {
      const { rows } = await panel.t.panel.query<{ unread_count: number }>(
        'select unread_count from conversations where id = $1',
        [id],
      );
      return rows[0]?.unread_count;
    };
    for (let tries = 0; tries < 50 && (await counted()) !== count; tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await counted()).toBe(count);
  }
});
