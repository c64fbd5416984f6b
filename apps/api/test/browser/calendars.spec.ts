import { setAgent } from '../harness/data/appointments';
import { signIn } from '../harness/data/panel-users';
import { Hands } from './desk-hands';
import { lookAt } from './look-at';
import { RESIZED } from './looks';
import { panelInBrowser } from './panel-in-browser';
import { emptyTables } from '../harness/databases/empty-tables';
import { eventually } from '../harness/data/times';

// A page takes its time on a busy machine.
const DAY = '2031-03-04';

describe('busy calendars', () => {
  const panel = panelInBrowser();
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'busy_calendars');
    await setAgent(panel.t, { resources: ['Anna', 'Ben'], time_zone: 'UTC', enabled: true });
  });

  it('of two people are added, renamed with their person and removed by the keyboard, in every look', async () => {
    const { page, faults } = await panel.openAs('admin', '/settings/calendars');
    const hands = new Hands(page, 'keyboard');
    const dialog = page.getByRole('dialog');
    const wrong: string[] = [];
    for (const [name, whose, titles] of [
      ['Anna, private', 'Anna', true],
      ['Ben, private', 'Ben', false],
    ] as const) {
      await page.getByRole('button', { name: 'Add a calendar' }).first().waitFor();
      await hands.press('n');
      await hands.write(dialog.getByLabel('Name'), name);
      await dialog.getByRole('option', { name: whose }).waitFor({ state: 'attached' });
      await dialog.getByLabel('Whose times').selectOption({ label: whose });
      await hands.write(dialog.getByLabel('iCalendar address'), `https://calendars.example.com/${whose}.ics`);
      if (titles) await hands.use(dialog.getByRole('checkbox'));
      if (titles) wrong.push(...(await lookAt(page, 'calendar-dialog')));
      await hands.press('Control+Enter');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(name).waitFor();
    }
    // The first reading of each fails, which takes away the times that it has.
    await eventually(async () => {
      const unread = 'select from busy_calendars where last_error is null';
      return (await panel.t.panel.query(unread)).rowCount === 0;
    });
    await panel.t.panel.query(
      `insert into calendar_events (calendar_id, starts_at, ends_at, title)
       select id, $1, $2, 'Dentist' from busy_calendars`,
      [`${DAY}T10:00:00Z`, `${DAY}T12:00:00Z`],
    );
    const admin = await signIn(panel.t);
    await panel.t.http
      .post('/api/settings/resources/rename')
      .set(admin.bearer)
      .send({ from: 'Anna', to: 'Dora' })
      .expect(200);
    await page.reload();
    await page.getByText('Dora, busy times: 1').waitFor();
    await page.getByText('Ben, busy times: 1').waitFor();
    wrong.push(...(await lookAt(page, 'calendars')));

    await page.goto(`${panel.base_url}/appointments?view=columns&date=${DAY}`);
    await page.locator('.calendar-busy').nth(1).waitFor();
    // Titles are shown where the calendar says so.
    await page.getByText('Dentist').first().waitFor();
    expect(await page.getByText('Dentist').count()).toBe(1);
    wrong.push(...(await lookAt(page, 'calendar-busy')));

    await page.goto(`${panel.base_url}/settings/calendars`);
    await page.getByRole('button', { name: 'Remove Anna, private' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByText('Anna, private', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByText('Ben, private').count()).toBe(1);
    expect([wrong, faults.filter((fault) => !fault.includes(RESIZED))]).toEqual([[], []]);
  });
});
