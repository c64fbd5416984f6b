import { axeFaults, panelInBrowser, isAt, pressInTurn } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine, and there are many.
jest.setTimeout(240_000);

/** What a page must never run or read as markup. */
const HOSTILE = '<img src=x onerror="document.title=`hacked`"> </mark><script>document.title=1</script>';

/** The least of red, green and blue in the whitest point of a picture. */
const whitestOf = (png: string) => `(async () => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png}')).blob());
  const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.width, image.height);
  let whitest = 0;
  for (let at = 0; at < data.length; at += 4) whitest = Math.max(whitest, Math.min(...data.slice(at, at + 3)));
  return whitest;
})()`;

describe('the memory', () => {
  const panel = panelInBrowser();
  beforeAll(async () => {
    await panel.t.memory.query(
      `with project as (insert into assistant_projects (name, description, priority) values ($1, $1, 9) returning id)
       insert into assistant_tasks (project_id, task, priority) select id, 'Water the plants ' || $1, 9 from project`,
      [HOSTILE],
    );
    await panel.t.memory.query(`insert into assistant_people (name, notes) values ('Ada ' || $1, $1)`, [
      HOSTILE,
    ]);
    await panel.t.memory.query(
      `insert into assistant_state (key, value, category) values ('plants', $1, 'config')`,
      [HOSTILE],
    );
    await panel.t.memory.query(
      `insert into assistant_sessions (summary, decisions_made) values ('Bought plants ' || $1, $1)`,
      [HOSTILE],
    );
    await panel.t.memory.query(
      `insert into chat_history (chat_id, role, message) values ('project:plants', 'user', 'Nice plants ' || $1)`,
      [HOSTILE],
    );
  });

  it('gets a task by keys alone, which is done and taken back', async () => {
    const { page, faults } = await panel.openAs('operator', '/');
    await pressInTurn(page, 'g', 'm');
    await isAt(page, '/memory/overview');
    await page.getByRole('link', { name: 'Tasks', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await page.keyboard.press('n');
    const field = page.getByLabel('Task', { exact: true }).and(page.locator('textarea'));
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Paint the door');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    const row = page.locator('.row.body', { hasText: 'Paint the door' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Done: Paint the door' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await row.waitFor();

    expect(faults).toEqual([]);
  });

  it('gets a project by keys alone, which stands in its list', async () => {
    const { page, faults } = await panel.openAs('operator', '/memory/projects');
    await page.locator('.row.body').first().waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Greenhouse');
    await page.keyboard.press('Enter');
    await page.locator('.row.body', { hasText: 'Greenhouse' }).waitFor();
    await page.keyboard.press('Escape');
    await isAt(page, '/memory/projects');

    expect(faults).toEqual([]);
  });

  it('takes another value for an entry of the state', async () => {
    await panel.t.memory.query(`insert into assistant_state (key, value) values ('pots', 'four')`);
    const { page, faults } = await panel.openAs('operator', '/memory/state');
    await page.getByRole('button', { name: 'Edit pots' }).press('Enter');
    await page.getByRole('textbox', { name: 'Value' }).fill('five, and a cactus');
    await page.keyboard.press('Control+Enter');
    await page.getByText('five, and a cactus').waitFor();
    const { rows } = await panel.t.memory.query(`select value from assistant_state where key = 'pots'`);

    expect(rows).toEqual([{ value: 'five, and a cactus' }]);
    expect(faults).toEqual([]);
  });

  it('is searched as a whole, and a hit is opened, by the keyboard alone', async () => {
    const { page, faults } = await panel.openAs('viewer', '/memory/tasks');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await isAt(page, '/memory/overview');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('bought');
    await page
      .locator('mark', { hasText: /bought/i })
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /Bought plants/ })
      .first()
      .press('Enter');
    await isAt(page, '/memory/sessions/1');
    await page.getByText('Decisions').first().waitFor();

    expect(faults).toEqual([]);
  });

  it('shows what is in it as text, whatever it is', async () => {
    const { page, faults } = await panel.openAs('operator', '/memory/preview?budget=none');
    for (const address of [
      'preview?budget=none',
      'projects/1',
      'people/1',
      'tasks/1',
      'state/plants',
      'sessions/1',
      'chats',
      'overview?q=plants',
    ]) {
      await page.goto(`/memory/${address}`);
      const shown = page.getByText('<img src=x').or(page.locator('textarea'));
      await shown.first().waitFor({ state: 'attached' });

      expect({ address, images: await page.locator('img[src=x]').count() }).toEqual({ address, images: 0 });
      expect(await page.title()).toContain('Groupless');
    }
    expect(await page.locator('mark').first().textContent()).toMatch(/plants/i);
    expect(faults).toEqual([]);
  });

  it('has no white track in the slider of a dark page', async () => {
    const { page, context } = await panel.openAs('operator', '/memory/preview', { colorScheme: 'dark' });
    const picture = await page.getByRole('slider', { name: 'Budget' }).screenshot();
    const blank = await context.newPage();
    const whitest = await blank.evaluate(whitestOf(picture.toString('base64')));

    expect(whitest).toBeGreaterThan(20);
    expect(whitest).toBeLessThan(200);
  });

  it('is in groups, a list of them on a phone, and old addresses lead on', async () => {
    const { page } = await panel.openAs('admin', '/memory/assistants/run-1');
    await isAt(page, '/memory/overview/run-1');
    await page.goto('/memory/search?q=plants');
    await isAt(page, '/memory/overview?q=plants');
    await page.locator('mark').first().waitFor();
    await page.goto('/memory/tasks');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Webhooks' }).click();
    await isAt(page, '/memory/webhooks');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('app-memory-tabs').getByRole('link', { name: 'Memory' }).click();
    await isAt(page, '/memory/overview');
    await page.getByRole('navigation', { name: 'All of the memory' }).getByText('Decisions').click();
    await isAt(page, '/memory/decisions');
  });

  it('keeps state, preview and webhooks from viewers', async () => {
    const { page } = await panel.openAs('viewer', '/memory');
    await isAt(page, '/memory/overview');
    await isStill(page);
    for (const name of ['Facts', 'What the assistant sees', 'Webhooks', 'New project']) {
      expect({ name, links: await page.getByRole('link', { name, exact: true }).count() }).toEqual({
        name,
        links: 0,
      });
    }
    await page.goto('/memory/state');
    await page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
  });

  it('shows what an assistant writes as soon as it has written it', async () => {
    const admin = await panel.openAs('admin', '/memory/webhooks');
    const card = admin.page.locator('app-webhook-card', { hasText: 'assistant-update-state' });
    const url = (await card.locator('code').first().textContent()) ?? '';
    const { page } = await panel.openAs('operator', '/memory/preview?budget=none');
    await page.getByText('tokens, without a limit').waitFor();
    await admin.context.request.post(url.trim(), { data: { key: 'door', value: 'painted blue' } });

    await page.getByText(/door \(.+\): painted blue/).waitFor();
  });

  it('shows a change and undoes it, undoes all of one caller after a look, and erases a row', async () => {
    await panel.t.memory.query(
      `insert into assistant_state (key, value, written_by, written_through) values ('gate', 'open', 'Laptop', 'mcp')`,
    );
    await panel.t.memory.query(
      `update assistant_state set value = 'shut', updated_at = now() where key = 'gate'`,
    );
    const { page, faults } = await panel.openAs('admin', '/memory/history?by=Laptop');
    await page.locator('.row.body', { hasText: 'gate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('shut').waitFor();
    await dialog.getByRole('button', { name: 'Undo this change' }).click();
    await page.getByText('The change of “gate” is undone.').waitFor();

    await page.getByRole('button', { name: 'Undo all by one caller…' }).click();
    await dialog.getByLabel('From').fill('2026-01-01T00:00');
    await dialog.getByRole('button', { name: 'Show what it changes' }).click();
    await dialog.getByText('1 row is deleted').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo all of it' }).click();
    await page.getByText('Undone: 1. Deleted: 1. Left, because changed since: 0.').waitFor();
    expect(faults).toEqual([]);

    await page.goto('/memory/people/1');
    await page.getByRole('button', { name: 'Erase for good…' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('textbox').fill('person 1');
    await page.keyboard.press('Enter');
    await page.getByText('is erased.').waitFor();
    await isAt(page, '/memory/people');
    const { rows } = await panel.t.memory.query('select id from assistant_people where id = 1');
    expect(rows).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('gives a webhook another URL after its path was typed; the old one is dead', async () => {
    const { page, context, faults } = await panel.openAs('admin', '/memory/webhooks');
    const card = page.locator('app-webhook-card', { hasText: 'assistant-context' });
    const shownUrl = async () => ((await card.locator('code').first().textContent()) ?? '').trim();
    const statusOf = async (url: string) => (await context.request.get(url)).status();
    const before = await shownUrl();
    expect(await statusOf(before)).toBe(200);
    await card.getByRole('button', { name: /New URL/ }).click();
    const question = page.getByRole('alertdialog');
    expect(await question.getByRole('button', { name: 'New URL' }).isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await question.getByRole('textbox').fill('assistant-context');
    await page.keyboard.press('Enter');
    await page.getByText('has a new URL').waitFor();

    expect([await statusOf(before), await statusOf(await shownUrl())]).toEqual([404, 200]);
    await card.getByRole('switch').click();
    await page.getByText('assistant-context is off').waitFor();
    expect(await statusOf(await shownUrl())).toBe(404);
    expect(faults).toEqual([]);
  });
});
