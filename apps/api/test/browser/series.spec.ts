import { Temporal } from 'temporal-polyfill';
import { booked, setAgent } from '../harness/data/appointments';
import { signIn } from '../harness/data/panel-users';
import { Hands } from './desk-hands';
import { lookAt } from './look-at';
import { panelInBrowser } from './panel-in-browser';

// A page takes its time on a busy machine.
jest.setTimeout(240_000);

describe('a series of appointments', () => {
  const panel = panelInBrowser();
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 7 });
  const at = (week: number, time = '09:00') => `${first.add({ weeks: week }).toString()}T${time}:00Z`;
  const stored = async () =>
    (
      await panel.t.panel.query<{ starts_at: Date; status: string }>(
        `select starts_at, status from appointments where series_id is not null order by starts_at`,
      )
    ).rows;

  it('of 52 weeks with five conflicts is made, moved and cancelled by the keyboard alone, in every look', async () => {
    const admin = await signIn(panel.t);
    const day = (week: number) => first.add({ weeks: week }).toString();
    await setAgent(panel.t, {
      ...{ resources: ['Anna', 'Ben'], time_zone: 'UTC', enabled: true, slot_minutes: 30 },
      working_hours: [1, 2, 3, 4, 5, 6, 7].map((of) => ({ day: of, opens: '08:00', closes: '18:00' })),
      closures: [{ from: day(20), to: day(20), reason: 'Team party' }],
    });
    for (const [week, name] of [
      [3, 'Ada Lovelace'],
      [11, 'Grace Hopper'],
      [30, 'Alan Turing'],
    ] as const)
      await booked(panel.t, admin, {
        client: { name },
        resource: 'Anna',
        starts_at: at(week),
        duration_minutes: 60,
      });
    await panel.t.http
      .post('/api/blocks')
      .set(admin.bearer)
      .send({ resource: 'Anna', starts_at: at(40, '08:30'), ends_at: at(40, '09:30'), reason: 'Delivery' })
      .expect(201);
    const path = `/appointments?view=day&date=${day(0)}&resource=Anna`;
    const { page, faults } = await panel.openAs('operator', path);
    const hands = new Hands(page, 'keyboard');
    const dialog = page.getByRole('dialog');
    const wrong: string[] = [];

    await page.locator('full-calendar').waitFor();
    await hands.press('n');
    await hands.write(dialog.getByLabel('Client', { exact: true }), 'Bea New');
    await page.getByRole('option', { name: 'New client “Bea New”' }).waitFor();
    await hands.press('ArrowDown', 'Enter');
    await dialog.getByLabel('Name of the new client').waitFor();
    await dialog.locator('input[type=date]').first().fill(day(0));
    await dialog.getByLabel('Start time').fill('09:00');
    const repeat = dialog.getByLabel('Repeat');
    await hands.reach(repeat);
    await hands.press('W');
    await hands.reach(dialog.getByLabel('How many times'));
    await hands.press('Control+A');
    await hands.type('52');
    await hands.press('Control+Enter');
    await dialog.getByRole('heading', { name: '47 appointments' }).waitFor();
    for (const words of [
      /Ada Lovelace has/,
      /Grace Hopper has/,
      /Closed: Team party/,
      /Alan Turing has/,
      /Delivery/,
    ])
      await dialog.getByText(words).waitFor();
    wrong.push(...(await lookAt(page, 'series-times')));
    expect(await stored()).toEqual([]);

    // The first at another time of its day, the second on another day; the others are left out.
    const another = dialog.getByRole('button', { name: 'Another time' });
    await hands.use(another.nth(0));
    await dialog
      .getByRole('toolbar', { name: /Free on/ })
      .nth(1)
      .waitFor();
    await dialog.locator('app-series-list app-free-times .times button:focus').waitFor();
    wrong.push(...(await lookAt(page, 'series-other-time')));
    await hands.press('ArrowRight', 'Enter');
    await dialog.getByText(/Moved to/).waitFor();
    await hands.use(another.nth(1));
    await dialog.getByLabel('Other day').fill(first.add({ weeks: 11, days: 1 }).toString());
    wrong.push(...(await lookAt(page, 'series-moved')));
    await hands.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const made = await stored();
    expect(made).toHaveLength(49);
    expect(made.map(({ starts_at }) => starts_at.toISOString().slice(0, 10))).toContain(
      first.add({ weeks: 11, days: 1 }).toString(),
    );

    // Its place in the drawer; from the fourth on an hour later.
    await page.goto(`${panel.base_url}/appointments?view=day&resource=Anna&date=${day(4)}`);
    const event = page.locator('.appointment', { hasText: 'Bea New' });
    await event.waitFor();
    wrong.push(...(await lookAt(page, 'series-calendar')));
    await event.press('Enter');
    await page.getByText('5 of 49').waitFor();
    await page.getByRole('button', { name: 'Details' }).press('Enter');
    const drawer = page.locator('app-appointment-drawer');
    await drawer.getByText('5 of 49').waitFor();
    wrong.push(...(await lookAt(page, 'series-drawer')));
    await drawer.getByRole('button', { name: 'Change…' }).press('Enter');
    await dialog
      .getByRole('combobox', { name: 'Change' })
      .selectOption({ label: 'This one and those after it' });
    await dialog.getByLabel('Start time').fill('14:00');
    await hands.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    const hours = (await stored()).map(({ starts_at }) => starts_at.getUTCHours());
    expect([...new Set(hours.slice(0, 4))]).not.toContain(14);
    expect(hours.slice(4).filter((hour) => hour === 14)).toHaveLength(45);

    await drawer.getByRole('button', { name: 'Cancel appointment' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByLabel('This one', { exact: true }).focus();
    await hands.press('ArrowDown', 'ArrowDown');
    wrong.push(...(await lookAt(page, 'series-cancel')));
    await question.getByRole('button', { name: 'Cancel the appointment' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await page.getByText(/appointments of the series are cancelled/).waitFor();
    expect([...new Set((await stored()).map(({ status }) => status))]).toEqual(['cancelled']);

    await drawer.getByRole('link', { name: 'Show all' }).press('Enter');
    await page.getByText('Of one series').waitFor();
    expect([wrong, faults]).toEqual([[], []]);
  });
});
