import { setAgent } from '../harness/data/appointments';
import { axeFaults, panelInBrowser, scrollsSideways, SIZES } from './panel-in-browser';

// A page takes its time on a busy machine.
describe('the pause of the agent', () => {
  const panel = panelInBrowser();
  const pauseOf = async () =>
    (await panel.t.panel.query<{ pause: { reason: string } | null }>('select pause from chat_agent_settings'))
      .rows[0]?.pause ?? null;

  it('is begun and ended by the keyboard beside the calendar, in every look', async () => {
    await setAgent(panel.t, { enabled: true });
    const { page, faults } = await panel.openAs('operator', '/appointments');
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
    await page.getByRole('button', { name: 'Pause the agent' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
    await look('dialog');
    await page.keyboard.type('Anna is ill');
    await page.keyboard.press('Enter');
    await page.locator('app-pause-notice', { hasText: 'Anna is ill' }).waitFor();
    expect((await pauseOf())?.reason).toBe('Anna is ill');
    await look('notice');
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    await page.getByRole('button', { name: 'Pause the agent' }).waitFor();
    expect(await pauseOf()).toBeNull();
    expect([wrong, faults]).toEqual([[], []]);
  });

  it('is seen at once by a colleague, who ends it', async () => {
    await setAgent(panel.t, { enabled: true });
    const rita = await panel.openAs('operator', '/');
    const olaf = await panel.openAs('desk', '/settings/chat-agent');
    await rita.page.getByRole('button', { name: 'Pause the agent' }).click();
    await rita.page.getByRole('dialog').getByLabel('Reason').fill('Lunch');
    await rita.page.keyboard.press('Control+Enter');
    await olaf.page.locator('app-pause-notice', { hasText: 'Lunch' }).waitFor();
    await olaf.page.getByRole('button', { name: 'Resume' }).click();
    await rita.page.getByRole('button', { name: 'Pause the agent' }).waitFor();
    expect(await pauseOf()).toBeNull();
  });
});
