import { insertUser, PASSWORD } from '../harness/data/panel-users';
import { panelInBrowser, isAt } from './panel-in-browser';

// A page takes its time on a busy machine.
describe('the users', () => {
  const panel = panelInBrowser();

  it('are invited by a link that is shown once and lets them in', async () => {
    const { page, faults } = await panel.openAs('admin', '/users');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByLabel('Email').fill('grace.hopper@example.com');
    await dialog.getByRole('radio', { name: /Viewer/ }).check();
    await page.keyboard.press('Enter');
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Grace Hopper').first().waitFor();

    expect(await page.content()).not.toContain(link);
    const guest = await panel.open();
    await guest.page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
    await guest.page.locator('input[type=password]').first().fill(PASSWORD);
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('button', { name: /Account of Grace Hopper/ }).waitFor();
    expect(await guest.page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('get another role after the dialog has said what it changes, which other panels show at once', async () => {
    const { id } = await insertUser(panel.t, { role: 'operator' });
    const one = await panel.openAs('admin', `/users/${id}`);
    const other = await panel.openAs('admin', `/users/${id}`);
    await other.page.getByRole('button', { name: 'Change the role' }).waitFor();
    await one.page.getByRole('button', { name: 'Change the role' }).click();
    // Not on the button that closes it.
    await one.page.locator('[role=dialog] input:focus').waitFor();
    await one.page.getByRole('radio', { name: /Viewer/ }).check();
    await one.page.getByText('may from now on only look').waitFor();
    await one.page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await one.page.getByText('has a new role.').waitFor();

    await other.page.getByRole('complementary').getByText('changes nothing').waitFor();
  });

  it('are deleted only after the email was typed', async () => {
    const { id, email } = await insertUser(panel.t, { role: 'viewer' });
    const { page } = await panel.openAs('admin', `/users/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
    // What has to be typed can be typed at once.
    await dialog.locator('input:focus').waitFor();
    await dialog.getByRole('textbox').fill(email);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await isAt(page, '/users');

    await page.locator('.body', { hasText: email }).waitFor({ state: 'detached' });
  });

  it('are signed out everywhere', async () => {
    const user = await panel.openAs('viewer', '/');
    const [row] = (
      await panel.t.panel.query<{ id: string }>('select id from users where email = $1', [user.email])
    ).rows;
    const { page } = await panel.openAs('admin', `/users/${row?.id}?tab=sessions`);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByText('Not logged in anywhere.').waitFor();
    await user.page.reload();

    await isAt(user.page, '/login*');
  });

  it('that are the last admin stay one, and the page says why', async () => {
    await panel.t.panel.query(`update users set role = 'viewer' where role = 'admin'`);
    const { page, email } = await panel.openAs('admin', '/users');
    await page.locator('.body', { hasText: email }).click();
    await page.getByText('is the only active admin').waitFor();

    for (const name of ['Change the role', 'Disable', 'Delete'])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
  });

  it('are found in the audit by who and what', async () => {
    const { page, email } = await panel.openAs('admin', '/users/audit');
    await page.getByRole('button', { name: 'What' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Logging in' }).click();
    await page.keyboard.press('Escape');
    await isAt(page, '/users/audit?action=auth.');
    await page.locator('.body', { hasText: 'Logged in' }).first().click();
    await page.getByRole('dialog').getByText('Logged in').waitFor();

    expect(email).not.toBe('');
  });
});
