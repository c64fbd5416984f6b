import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { setAgent } from '../harness/data/appointments';
import { axeFaults, panelInBrowser, scrollsSideways, SIZES } from './panel-in-browser';

// A page takes its time on a busy machine.
jest.setTimeout(240_000);

describe('resources and services', () => {
  const panel = panelInBrowser();
  const stored = async () =>
    (
      await panel.t.panel.query<Pick<ChatAgentSettingsDto, 'resources' | 'services' | 'schedules'>>(
        'select resources, services, schedules from chat_agent_settings',
      )
    ).rows[0];

  it('are set by the keyboard, in every look', async () => {
    await setAgent(panel.t, {
      ...{ resources: ['main', 'Anna'], services: [], schedules: [], closures: [] },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
    });
    const { page, faults } = await panel.openAs('admin', '/settings/resources');
    const wrong: string[] = [];
    const look = async (what: string) => {
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          wrong.push(...(await axeFaults(page)).map((fault) => `${what}, ${size}, ${colorScheme}: ${fault}`));
        }
        if (await scrollsSideways(page)) wrong.push(`${what}, ${size}: scrolls sideways`);
      }
      await page.setViewportSize(SIZES.desktop);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    const dialog = page.getByRole('dialog');
    const save = async () => {
      await page.keyboard.press('Control+Enter');
      await dialog.waitFor({ state: 'detached' });
    };

    await page.getByRole('button', { name: 'Add a service' }).press('Enter');
    await dialog.getByLabel('Name').waitFor();
    await page.keyboard.type('Cut');
    await dialog.getByLabel('Price').fill('€ 45');
    await look('service');
    await save();
    await page.getByRole('rowheader', { name: 'Cut' }).waitFor();

    await page.getByRole('button', { name: 'Edit Anna' }).press('Enter');
    await dialog.getByLabel('Own hours').press('Space');
    await dialog.getByLabel('All services').press('Space');
    await dialog.getByLabel('Cut').press('Space');
    await dialog.getByRole('button', { name: 'Add a day' }).press('Enter');
    await dialog.getByLabel('From').fill('2027-12-24');
    await dialog.getByLabel('To', { exact: true }).fill('2027-12-24');
    await look('resource');
    await save();
    await page.getByRole('button', { name: 'Edit Anna' }).press('Enter');
    await dialog.getByLabel('Name').fill('Anne');
    const { rows } = await panel.t.panel.query<{ id: string }>(
      'select user_id as id from auth_sessions order by created_at desc limit 1',
    );
    await dialog.getByLabel('User').selectOption(rows[0]!.id);
    await save();
    await page.getByRole('rowheader', { name: 'Anne' }).getByText('you', { exact: true }).waitFor();
    const choose = async (name: string, item: string) => {
      await page.getByRole('button', { name: `More: ${name}` }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    await choose('Anne', 'Move up');
    await page.getByText('Anne is number 1 of 2 now.').waitFor({ state: 'attached' });
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('More: Anne');
    await choose('main', 'Remove…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('No longer bookable: 1').click();
    await look('page');
    await page.getByRole('button', { name: 'Bring back main' }).press('Enter');
    await page.getByRole('rowheader', { name: 'main' }).waitFor();
    await choose('main', 'Move up');
    await page.getByText('main is number 1 of 2 now.').waitFor({ state: 'attached' });
    await page.goto(new URL('/appointments', page.url()).href);
    await page.getByRole('button', { name: 'My column' }).press('Enter');
    await page.waitForURL(/resource_id=[0-9a-f-]{36}$/);
    await look('own column');
    expect(await stored()).toMatchObject({
      resources: ['main', 'Anne'],
      services: [{ name: 'Cut', price: '€ 45' }],
      schedules: [
        {
          ...{ resource: 'Anne', services: [] },
          exceptions: [{ from: '2027-12-24', to: '2027-12-24', opens: '09:00', closes: '12:00' }],
        },
      ],
    });
    expect([wrong, faults]).toEqual([[], []]);
  });
});
