import { insertRows } from '../harness/databases/rows';
import { axeFaults, isAt, panelInBrowser } from './panel-in-browser';

jest.setTimeout(240_000);

const [SHOP, OLD] = [1, 2];

describe('the projects of the memory', () => {
  const panel = panelInBrowser();
  beforeAll(async () => {
    const { memory } = panel.t;
    await insertRows(memory, 'assistant_projects', [
      { id: SHOP, name: 'shop' },
      { id: OLD, name: 'shop-old' },
    ]);
    await insertRows(memory, 'project_identities', [{ project_id: OLD, identity: 'github.com/ada/shop' }]);
    await insertRows(memory, 'assistant_state', [
      { key: 'port', value: '3000', project_id: null },
      { key: 'host', value: 'web-1', project_id: null },
      { key: 'node', value: '24', project_id: OLD },
    ]);
    await insertRows(memory, 'assistant_tasks', [
      { task: 'Paint the door', status: 'pending', project_id: null },
      { task: 'Sweep', status: 'pending', project_id: OLD },
    ]);
    await insertRows(memory, 'assistant_sessions', [
      {
        summary: 'Chose the colour of the door.',
        decisions_made: 'The door is green.',
        session_id: 'c0ffee',
        branch: 'main',
        head: '1a2b3c4',
        machine: 'ada-laptop',
      },
    ]);
  });

  const stateOf = async (project_id: number | null) => {
    const { rows } = await panel.t.memory.query<{ key: string }>(
      'select key from assistant_state where project_id is not distinct from $1 order by key',
      [project_id],
    );
    return rows.map(({ key }) => key);
  };

  it('get entries that belong to none, several at once by keys alone, which is taken back', async () => {
    const { page, faults } = await panel.openAs('operator', '/memory/state');
    await page.getByRole('button', { name: 'Project', exact: true }).press('Enter');
    await page.getByRole('menuitemcheckbox', { name: 'No project' }).press('Enter');
    await isAt(page, '/memory/state?without_project=true');
    await page.getByText('24', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).press('Space');
    await page.getByText('2 selected').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Give a project…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'To which project do these 2 belong?' });
    await dialog.getByRole('combobox').selectOption({ label: 'shop' });
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Give the project' }).press('Enter');
    await page.getByText('Given to “shop”: 2.').waitFor();
    expect(await stateOf(SHOP)).toEqual(['host', 'port']);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('They belong to no project again.').waitFor();

    expect(await stateOf(SHOP)).toEqual([]);
    expect(await stateOf(null)).toEqual(['host', 'port']);
    expect(faults).toEqual([]);
  });

  it('get tasks and sessions, whose decisions come along', async () => {
    const { page, faults } = await panel.openAs('operator', '/memory/tasks?without_project=true');
    await page.getByRole('checkbox', { name: 'Select Paint the door' }).check();
    await page.getByRole('button', { name: 'Give a project…' }).click();
    await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'shop' });
    await page.getByRole('button', { name: 'Give the project' }).click();
    await page.getByText('Given to “shop”: 1.').waitFor();
    await page.locator('.row.body').waitFor({ state: 'detached' });

    await page.goto('/memory/sessions?without_project=true');
    await page.getByRole('checkbox', { name: /Choose Chose the colour/ }).check();
    await page.getByRole('button', { name: 'Give a project…' }).click();
    await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'shop' });
    await page.getByRole('button', { name: 'Give the project' }).click();
    await page.getByText('Given to “shop”: 1.').waitFor();

    await page.goto('/memory/decisions?project=shop');
    await page.locator('.row.body', { hasText: 'The door is green.' }).waitFor();
    await page.getByRole('link', { name: '#1' }).click();
    for (const place of ['main', '1a2b3c4', 'ada-laptop', 'c0ffee'])
      await page.locator('app-session-drawer').getByText(place, { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('lose an identity and get it back', async () => {
    const { page, faults } = await panel.openAs('operator', `/memory/projects/${OLD}`);
    await page.getByRole('button', { name: 'Remove github.com/ada/shop' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('No folder has this project yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('button', { name: 'Remove github.com/ada/shop' }).waitFor();
    await page.getByLabel('Another one').fill('github.com/bob/shop');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Remove github.com/bob/shop' }).waitFor();

    expect(faults).toEqual([]);
  });

  it('become one, as was shown before, and two again', async () => {
    const { page, faults } = await panel.openAs('operator', `/memory/projects/${OLD}`);
    await page.getByRole('button', { name: 'Merge into another…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge “shop-old”' });
    await dialog.getByRole('combobox').selectOption({ label: 'shop' });
    await dialog.getByText('Facts: 1').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
    await page.getByText('“shop-old” is part of “shop” now.').waitFor();
    await isAt(page, `/memory/projects/${SHOP}`);
    expect(await stateOf(SHOP)).toEqual(['node']);
    await page.getByRole('button', { name: 'Bring “shop-old” back' }).press('Enter');
    await page.getByText('“shop-old” is back.').waitFor();

    expect(await stateOf(OLD)).toEqual(['node']);
    expect(faults).toEqual([]);
  });

  it('get what a file has, as was shown before, and the memory is saved as a file', async () => {
    const { page, faults } = await panel.openAs('operator', '/memory/files');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as ZIP' }).press('Enter');
    expect((await saved).suggestedFilename()).toMatch(/^memory-\d{4}-\d\d-\d\d\.zip$/);
    const buffer = Buffer.from(
      '# Shop\n\n## Rules\n@docs/style.md\nAmounts are in cents.\n\n## Commands\nnpm test\n',
    );
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'CLAUDE.md', mimeType: '', buffer });
    await page.getByText('This would be stored').waitFor();
    await page.getByLabel('Project to which all of it belongs').selectOption({ label: 'shop' });
    await page.getByText('Facts: 2').waitFor();
    await page.getByText('The file @docs/style.md is not part of this one.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await stateOf(SHOP)).toEqual([]);
    await page.getByRole('button', { name: 'Store it' }).press('Enter');
    await page.getByText('This was stored').waitFor();

    expect(await stateOf(SHOP)).toEqual(['Commands', 'Rules']);
    expect(faults).toEqual([]);
  });
});
