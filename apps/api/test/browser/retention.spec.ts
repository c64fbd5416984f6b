import { writeFileSync } from 'node:fs';
import { booked } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn } from '../harness/data/panel-users';
import { lookAt } from './look-at';
import { panelInBrowser } from './panel-in-browser';

describe('data of persons in the panel', () => {
  const panel = panelInBrowser();

  it('are kept as long as an admin says, who sees before how much goes', async () => {
    const { t } = panel;
    const insert = `insert into clients (id, name, source, created_at, updated_at)
      select gen_random_uuid(), 'Anna', 'panel', now() - interval '5 years', now() - interval '5 years' from generate_series(1, 3)`;
    await t.panel.query(insert);
    const { page, faults } = await panel.openAs('admin', '/settings/retention');
    const wrong = await lookAt(page, 'retention');
    await page.getByLabel('Clients without a sign').selectOption({ label: 'After 24 months' });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Today that would be 3 clients.').waitFor();
    wrong.push(...(await lookAt(page, 'retention-question')));
    await dialog.getByRole('button', { name: 'Save and remove' }).click();
    await page.getByText('The settings are saved.').waitFor();
    const { rows } = await t.panel.query('select months from retention_settings');
    expect(rows).toEqual([{ months: expect.objectContaining({ clients: 24, mails: null }) as unknown }]);
    expect([...wrong, ...faults]).toEqual([]);
  });

  it('are handed over as a page that reads well, on paper too', async () => {
    const { t } = panel;
    const operator = await signIn(t, { role: 'operator' });
    const post = async (path: string, body: object) =>
      (await t.http.post(path).set(operator.bearer).send(body).expect(201)).body as { id: string };
    const notes =
      'Likes tea.\nComes with her son, who is seven, and a dog; ' + 'see what she wrote in May. '.repeat(8);
    const phone = '+436601234567';
    const { id } = await post('/api/clients', {
      name: 'Anna Nováková',
      phone,
      email: 'anna@example.com',
      notes,
      tags: ['vip', 'tea'],
    });
    await t.http
      .patch(`/api/clients/${id}`)
      .set(operator.bearer)
      .send({ company: 'Novák & Söhne', email: 'a@example.com' })
      .expect(200);
    const other = await post('/api/clients', { name: 'Anna Novakova', notes: 'Twice' });
    await post(`/api/clients/${id}/merges`, { client_id: other.id });
    for (const starts_at of ['2030-01-07T09:00:00Z', '2030-01-08T09:00:00Z'])
      await booked(t, operator, { client_id: id, starts_at, title: 'Cut', notes: 'Window seat' });
    const chats = new Conversations(t, operator);
    const chat_id = newChat();
    for (let i = 0; i < 8; i++)
      await chats.ping({
        chat_id,
        contact: { name: 'Anna', phone },
        message: says(
          i % 2 ? 'assistant' : 'user',
          `Message ${i}: may I come on Monday at ten, please?`,
          `m${i}`,
        ),
      });
    const { text } = await t.http.get(`/api/clients/${id}/data?format=html`).set(operator.bearer).expect(200);
    const { page } = await panel.open();
    await page.setContent(text);
    const wrong = await lookAt(page, 'handed-over');
    if (process.env['TEST_PICTURES'] !== undefined) {
      writeFileSync(`${process.env['TEST_PICTURES']}/handed-over.html`, text);
      writeFileSync(`${process.env['TEST_PICTURES']}/handed-over.pdf`, await page.pdf({ format: 'A4' }));
    }
    expect(wrong).toEqual([]);
  });
});
