import { mkdirSync } from 'node:fs';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn } from '../harness/data/panel-users';
import { axeFaults, panelInBrowser, SIZES, type Window } from './panel-in-browser';

// A page takes its time on a busy machine.
/** A folder for pictures of the scenes, for who wants to look at them. */
const PICTURES = process.env['TEST_PICTURES'];

describe('a desk with two receptionists, a trainee and the owner at once', () => {
  const panel = panelInBrowser();

  async function looksRight({ page, faults }: Window, name: string): Promise<void> {
    expect([name, await axeFaults(page)]).toEqual([name, []]);
    // 409 is how the panel learns that a colleague has the chat; browsers report it all the same.
    expect([name, faults.filter((fault) => !fault.includes('status of 409'))]).toEqual([name, []]);
    if (PICTURES === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('answers one chat by one person, and puts back what was before', async () => {
    const admin = await signIn(panel.t);
    const chats = new Conversations(panel.t, admin);
    const phone = '+12125550188';
    const client = await panel.t.http
      .post('/api/clients')
      .set(admin.bearer)
      .send({ name: 'Rosa Real', phone, notes: 'Allergic to latex.' })
      .expect(201);
    const { id: client_id } = client.body as { id: string };
    const { conversation_id } = await chats.begin(newChat(), {
      ...{ contact: { name: 'Rosa', phone }, message: says('user', 'Can I come at three?') },
    });
    const thread = `/conversations/${conversation_id}`;

    const rita = await panel.openAs('desk', thread);
    await rita.page.getByRole('button', { name: 'Take over' }).waitFor();
    await rita.page.keyboard.press('h');
    await rita.page.getByRole('textbox', { name: 'Write a reply' }).waitFor();
    await rita.page.getByText('No visit yet').first().waitFor();
    await looksRight(rita, 'rita-has-it');

    // A colleague at the phone, in the other language: asked before the chat is taken.
    const olaf = await panel.openAs('desk', thread, { viewport: SIZES.phone });
    await panel.t.panel.query(`update users set locale = 'ru' where email = $1`, [olaf.email]);
    await olaf.page.reload();
    await olaf.page.getByRole('button', { name: 'Взять на себя' }).click();
    await olaf.page.getByText('Взять диалог?').waitFor();
    await looksRight(olaf, 'olaf-is-asked');
    await olaf.page.getByRole('button', { name: 'Взять', exact: true }).click();
    await olaf.page.getByRole('button', { name: 'Вернуть агенту' }).waitFor();
    await rita.page.getByRole('button', { name: 'Take over' }).waitFor();
    expect(await rita.page.getByRole('textbox', { name: 'Write a reply' }).count()).toBe(0);

    // The trainee reads all of it, and can do nothing.
    const trainee = await panel.openAs('viewer', thread);
    await trainee.page.getByText('Can I come at three?').first().waitFor();
    await trainee.page.getByText('took over from').waitFor();
    expect(await trainee.page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
    await looksRight(trainee, 'trainee-reads');

    // The owner overwrites a note; a receptionist puts it back.
    await panel.t.http
      .patch(`/api/clients/${client_id}`)
      .set(admin.bearer)
      .send({ notes: 'Prefers mornings.' })
      .expect(200);
    await rita.page.goto(`/clients/${client_id}?tab=history`);
    await rita.page.getByText('Allergic to latex.').waitFor();
    await looksRight(rita, 'rita-sees-changes');
    await rita.page.getByRole('button', { name: 'Put back: Notes' }).click();
    await rita.page.getByText('It is as it was before.').waitFor();
    const owner = await panel.openAs('admin', `/clients/${client_id}`);
    await owner.page.getByText('Allergic to latex.').waitFor();
    await owner.page.getByText('No visit yet').waitFor();
    await looksRight(owner, 'owner-sees-client');
    await owner.page.setViewportSize(SIZES.phone);
    await looksRight(owner, 'owner-at-the-phone');
  });

  it('takes an address book over, after it has shown what changes, and takes a merge back', async () => {
    const admin = await signIn(panel.t);
    const add = async (client: object) => {
      const answer = await panel.t.http
        .post('/api/clients')
        .set(admin.bearer)
        .send({ allow_duplicate: true, ...client })
        .expect(201);
      return (answer.body as { id: string }).id;
    };
    const kept = await add({ name: 'Petra Merge', phone: '+12125550171', notes: 'Allergic to latex.' });
    await add({ name: 'Merge Petra', phone: '+12125550171', notes: 'Owes 20 EUR.' });
    await add({ name: 'Ada Byron', phone: '+12125550172' });
    const owner = await panel.openAs('admin', '/clients/import');
    const { page } = owner;
    const everywhere = async (name: string) => {
      await looksRight(owner, name);
      await page.setViewportSize(SIZES.phone);
      await looksRight(owner, `${name}-at-the-phone`);
      await page.setViewportSize(SIZES.desktop);
    };
    const file = [
      'First Name,Last Name,Organization Name,Labels,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
      'Ada,Byron,Engines Ltd,VIP ::: * myContacts,ada@example.com,Mobile,+1 212 555 0172 ::: +1 212 555 0173',
      ',,Bakery Müller,,,Work,+1 212 555 0174',
    ].join('\r\n');
    // As Windows writes it.
    const buffer = Buffer.from(`\uFEFF${file}`, 'utf16le');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer });
    await page.locator('.preview').getByText('Bakery Müller').first().waitFor();
    await everywhere('import-columns');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('1 row is about a client who is here already (1 by phone)').waitFor();
    await page.getByRole('button', { name: 'Take over what the file says' }).click();
    await page.getByText('What changes of the clients who are here').waitFor();
    await page.locator('.changes', { hasText: 'Engines Ltd' }).waitFor();
    await everywhere('import-preview');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'To the clients' }).waitFor();
    const { rows } = await panel.t.panel.query<object>(
      `select name, company, jsonb_array_length(other_phones) as others from clients
       where company <> '' order by name`,
    );
    expect(rows).toEqual([
      { name: 'Ada Byron', company: 'Engines Ltd', others: 1 },
      { name: 'Bakery Müller', company: 'Bakery Müller', others: 0 },
    ]);

    await page.goto(`/clients/${kept}`);
    await page.getByRole('heading', { name: 'Petra Merge' }).waitFor();
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /Merge/ }).click();
    await page.getByRole('dialog').getByRole('radio').first().check();
    await everywhere('merge');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
    await page.locator('app-toast-list', { hasText: 'Merge Petra' }).waitFor();
    await page.keyboard.press('z');
    await page.getByText('Merge Petra').first().waitFor();
    await everywhere('merge-undone');
  });
});
