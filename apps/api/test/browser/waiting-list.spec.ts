import { APPOINTMENTS, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { emptyTables } from '../harness/databases/empty-tables';
import { lookAt } from './look-at';
import { panelInBrowser } from './panel-in-browser';

const PATH = '/appointments/waiting-list';
const DAY = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '09:00', closes: '17:00' }));
const LONG = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim();

describe('the waiting list', () => {
  const panel = panelInBrowser();
  let admin: SignedInUser;
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'clients', 'freed_times', 'occupied_times');
    const services = [{ name: 'Cut', duration_minutes: 30 }];
    const agent = { resources: ['Anna', 'Ben'], time_zone: 'UTC', enabled: true, working_hours: WEEK };
    await setAgent(panel.t, { ...agent, services });
    admin = await signIn(panel.t, { role: 'admin' });
  });

  const waits = (name: string, more: object = {}) =>
    panel.t.http
      .post('/api/waiting-list')
      .set(admin.bearer)
      .send({ client: { name }, from: DAY, to: DAY, ...more })
      .expect(201);
  const getsFree = async (time: string) => {
    const booking = { client: { name: 'Holder' }, starts_at: `${DAY}T${time}:00Z`, resource: 'Anna' };
    const { body } = await panel.t.http.post(APPOINTMENTS).set(admin.bearer).send(booking).expect(201);
    const { id } = body as { id: string };
    await panel.t.http.delete(`${APPOINTMENTS}/${id}`).set(admin.bearer).expect(204);
  };
  const stored = async () => {
    const { rows } = await panel.t.panel.query<{ name: string; status: string; hours: object | null }>(
      'select c.name, w.status, w.hours from waiting_entries w join clients c on c.id = w.client_id order by w.created_at, w.id',
    );
    return rows;
  };

  it('is filled and emptied by the keyboard', async () => {
    const { page, faults } = await panel.openAs('operator', '/appointments?view=agenda');
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Waiting list' }).press('Enter');
    await page.getByText('Nobody waits').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Client', { exact: true }).pressSequentially('Bea New');
    await page.getByRole('option', { name: /New client/ }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Email').fill('bea@example.com');
    await dialog.getByLabel('Service').selectOption({ index: 1 });
    await dialog.getByLabel('With whom').selectOption('Ben');
    await dialog.getByLabel('First day').fill(DAY);
    await dialog.getByLabel('Last day').fill(DAY);
    await dialog.getByLabel('Not before').fill('16:00');
    const wrong = await lookAt(page, 'waiting-dialog');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Cut · Ben · .* · 4:00 PM – 12:00 AM$/).waitFor();
    expect(await stored()).toEqual([
      { name: 'Bea New', status: 'waiting', hours: { from: '16:00', to: '24:00' } },
    ]);

    await page.getByRole('button', { name: 'Remove Bea New' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('Nobody waits').waitFor();
    await page.getByLabel('All').press('Space');
    await page.getByText('Removed').waitFor();
    expect(await stored()).toMatchObject([{ status: 'removed' }]);
    expect([wrong, faults]).toEqual([[], []]);
  });

  it('shows who fits a time that got free, without a reload, and books it', async () => {
    const { page, faults } = await panel.openAs('operator', PATH);
    await page.getByText('Nobody waits').waitFor();
    for (const name of ['Ada', LONG, 'Cid', 'Dan', 'Eve']) await waits(name, { resource: 'Anna' });
    await page.getByText('Eve').first().waitFor();
    await getsFree('09:00');
    await getsFree('11:00');
    await page.getByRole('heading', { name: 'Times that got free' }).waitFor();
    await page.getByRole('button', { name: 'Show 2 more' }).first().click();
    const wrong = await lookAt(page, 'waiting-list');
    await page.getByRole('button', { name: 'Book 9:00 AM for Ada' }).press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText(/9:00 – 9:30/).waitFor();
    wrong.push(...(await lookAt(page, 'waiting-question')));
    await question.getByRole('button', { name: 'Book' }).press('Enter');
    await page.getByText(/Booked: Ada/).waitFor();
    await page.getByRole('heading', { name: /9:00/ }).waitFor({ state: 'detached' });
    expect((await stored()).map(({ status }) => status)).toEqual(['booked', ...Array(4).fill('waiting')]);
    await page.getByRole('button', { name: 'Open the appointment' }).press('Enter');
    await page.getByRole('complementary').getByText('Ada').first().waitFor();
    expect([wrong, faults]).toEqual([[], []]);
  });

  it('says why nothing was booked, and shows viewers no acts', async () => {
    await waits('Ada', { resource: 'Anna' });
    await getsFree('09:00');
    const { page, faults } = await panel.openAs('operator', PATH);
    await page.route('**/events*', (route) => route.abort());
    await page.getByRole('button', { name: /for Ada$/ }).click();
    await panel.t.http
      .post('/api/blocks')
      .set(admin.bearer)
      .send({ resource: 'Anna', starts_at: `${DAY}T09:00:00Z`, ends_at: `${DAY}T10:00:00Z` })
      .expect(201);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Book' }).click();
    await page.getByText(/Nothing was booked for Ada/).waitFor();
    expect(await stored()).toMatchObject([{ status: 'waiting' }]);
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
    const viewer = await panel.openAs('viewer', PATH);
    await viewer.page.getByText('Ada').waitFor();
    expect(await viewer.page.getByRole('main').getByRole('button').allInnerTexts()).toEqual([]);
    expect(viewer.faults).toEqual([]);
  });
});
