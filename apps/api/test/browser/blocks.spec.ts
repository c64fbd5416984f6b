import { setAgent } from '../harness/data/appointments';
import { eventually } from '../harness/data/times';
import { drag } from './calendar-hands';
import { lookAt } from './look-at';
import { panelInBrowser } from './panel-in-browser';
import { emptyTables } from '../harness/databases/empty-tables';

// A page takes its time on a busy machine.
const DAY = '2031-03-04';

describe('blocked times', () => {
  const panel = panelInBrowser();
  const blocks = async () =>
    (
      await panel.t.panel.query<{ resource: string | null; starts_at: Date; reason: string }>(
        'select resource, starts_at, reason from blocks order by starts_at',
      )
    ).rows.map(({ resource, starts_at, reason }) => [resource, starts_at.toISOString().slice(0, 16), reason]);
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'blocks');
    await setAgent(panel.t, { resources: ['Anna', 'Ben'], time_zone: 'UTC', enabled: true });
  });

  it('are made, changed and removed by the keyboard, with the appointments that they meet, in every look', async () => {
    const { page, faults } = await panel.openAs('operator', `/appointments?view=day&date=${DAY}`);
    const booking = { client: { name: 'Ada Lovelace' }, resource: 'Anna', starts_at: `${DAY}T09:30:00Z` };
    await panel.t.panel.query(
      `with c as (insert into clients (id, name, source, status) values (gen_random_uuid(), 'Ada Lovelace', 'panel', 'active') returning id)
       insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource)
       select gen_random_uuid(), id, '', $1::timestamptz, $1::timestamptz + interval '30 min', 'confirmed', 'panel', $2 from c`,
      [booking.starts_at, booking.resource],
    );
    await page.locator('full-calendar').waitFor();
    await page.keyboard.press('b');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Delivery');
    await dialog.locator('input[type=date]').nth(0).fill(DAY);
    await dialog.getByLabel('Start time').fill('09:00');
    await dialog.locator('input[type=date]').nth(1).fill(DAY);
    await dialog.getByLabel('End time').fill('10:00');
    const wrong = await lookAt(page, 'dialog');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Ada Lovelace').waitFor();
    expect(await blocks()).toEqual([]);
    wrong.push(...(await lookAt(page, 'met')));
    await dialog.getByRole('button', { name: 'Block anyway' }).press('Enter');
    const block = page.locator('.is-block', { hasText: 'Delivery' });
    await block.waitFor();
    expect(await blocks()).toEqual([['Anna', `${DAY}T09:00`, 'Delivery']]);
    wrong.push(...(await lookAt(page, 'calendar')));

    await block.press('Enter');
    await dialog.getByLabel('Reason').fill('Lunch');
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Block anyway' }).press('Enter');
    const changed = page.locator('.is-block', { hasText: 'Lunch' });
    await changed.press('Enter');
    await dialog.getByRole('button', { name: 'Remove the block' }).press('Enter');
    await changed.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await changed.waitFor();
    expect(await blocks()).toEqual([['Anna', `${DAY}T09:00`, 'Lunch']]);
    expect([wrong, faults]).toEqual([[], []]);
  });

  it('are asked about when somebody books there, and offered where one books', async () => {
    await panel.t.panel.query(
      `insert into blocks (id, resource, starts_at, ends_at, reason) values (gen_random_uuid(), null, $1, $2, 'Team')`,
      [`${DAY}T14:00:00Z`, `${DAY}T15:00:00Z`],
    );
    const { page, faults } = await panel.openAs('operator', `/appointments?view=columns&date=${DAY}`);
    await page.locator('.is-block').nth(1).waitFor();
    await page.getByRole('button', { name: 'Choose a time by the keyboard' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Client', { exact: true }).fill('Bea New');
    await page.getByRole('option', { name: /New client/ }).click();
    await dialog.getByLabel('Start time').fill('14:30');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText(/It is blocked: Team/).waitFor();
    await dialog.getByRole('button', { name: 'Take this time anyway' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await panel.t.panel.query(`select starts_at from appointments where starts_at = $1`, [
      `${DAY}T14:30:00Z`,
    ]);
    expect(rows).toHaveLength(1);

    await page
      .getByRole('button', { name: /keyboard|Book .*/ })
      .first()
      .focus();
    await page.keyboard.press('n');
    await dialog.getByRole('button', { name: 'Block this time instead' }).press('Enter');
    await dialog.getByLabel('Repeat').selectOption({ label: 'Weekly' });
    await dialog.getByLabel('How many times').fill('3');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await blocks()).toHaveLength(4);
    // The refusal that asks.
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  });

  it('are dragged to another time, taken back, and named in month and agenda', async () => {
    await panel.t.panel.query(
      `insert into blocks (id, resource, starts_at, ends_at, reason) values (gen_random_uuid(), 'Anna', $1, $2, 'Delivery')`,
      [`${DAY}T09:00:00Z`, `${DAY}T10:00:00Z`],
    );
    const { page, faults } = await panel.openAs('operator', `/appointments?view=day&date=${DAY}`);
    await page.locator('.is-block', { hasText: 'Delivery' }).waitFor();
    await drag(page, 'Delivery', 0, 90);
    await page.getByText(/Block moved to/).waitFor();
    const [[, moved]] = (await blocks()) as [[string, string, string]];
    expect(moved > `${DAY}T09:00`).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually(async () => (await blocks())[0]?.[1] === `${DAY}T09:00`);
    const wrong: string[] = [];
    for (const view of ['agenda', 'month']) {
      await page.goto(`${panel.base_url}/appointments?view=${view}&date=${DAY}`);
      await page.getByText('Delivery').first().waitFor();
      wrong.push(...(await lookAt(page, `blocks-${view}`)));
    }
    await page.goto(`${panel.base_url}/appointments?view=agenda&date=${DAY}`);
    await page.locator('button.block', { hasText: 'Delivery' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
    expect([wrong, faults]).toEqual([[], []]);
  });
});
