import { Temporal } from 'temporal-polyfill';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppointmentDto, ClientDto } from '@groupless/shared-dto';
import { booked, setAgent } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { insertUser, PASSWORD, signIn, type SignedInUser } from '../harness/data/panel-users';
import { Hands, type Effort, type Way } from './desk-hands';
import { isAt, panelInBrowser } from './panel-in-browser';
import { panelTexts } from './panel-texts';

// A page takes its time on a busy machine.
jest.setTimeout(300_000);

const ZONE = 'Europe/Vienna';
const RUNS: ['en' | 'ru', Way][] = [
  ['en', 'keyboard'],
  ['en', 'pointer'],
  ['ru', 'keyboard'],
  ['ru', 'pointer'],
];
const PAGE = join(__dirname, '../../../../docs/desk.md');

describe('a day at the front desk', () => {
  const panel = panelInBrowser();
  let desk: SignedInUser;
  let tomorrow: Temporal.PlainDate;

  const book = (client: string, time: string): Promise<AppointmentDto> => {
    const starts_at = tomorrow.toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString();
    return booked(panel.t, desk, { client: { name: client }, starts_at, duration_minutes: 30 });
  };

  it.each(RUNS)('is done in %s by the %s', async (language, way) => {
    const t = panelTexts(language);
    const name = await prepare();
    const { email } = await insertUser(panel.t, { role: 'admin' });
    await panel.t.panel.query('update users set locale = $1 where email = $2', [language, email]);
    const { page, faults } = await panel.open({ locale: language });
    const hands = new Hands(page, way);
    const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
    const menuItem = (text: string) => page.getByRole('menuitem', { name: text });
    const dialog = page.getByRole('dialog');
    const place = (key: string) =>
      page.getByRole('navigation').getByRole('link', { name: t(`nav.${key}`), exact: false });
    const field = (key: string) => dialog.getByLabel(t(key)).first();
    const chip = (status: string) =>
      page.locator('app-appointment-drawer .head app-status-chip', { hasText: t(`status.${status}`) });
    const go = (screen: string, keys: string) => hands.use(place(screen).first(), keys);
    const openFromTimeline = async (client: string) => {
      const link = page.locator('app-timeline a', { hasText: client });
      await hands.choose(link, 'j');
      await page.getByRole('heading', { name: client }).waitFor();
    };
    const openFromDashboard = async (client: string) => {
      await go('dashboard', 'g d');
      await openFromTimeline(client);
    };
    /** By the palette, with the keyboard alone. */
    const command = async (words: string, text: string) => {
      await hands.press('Control+k');
      await dialog.getByRole('combobox').waitFor();
      await hands.type(words);
      await page.getByRole('option', { name: text }).first().waitFor();
      await hands.press('Enter');
    };

    await hands.task('Log in', async () => {
      await page.goto('/');
      await isAt(page, '/login*');
      await hands.write(page.getByLabel(t('session.email')), email);
      await hands.write(page.getByLabel(t('session.password'), { exact: true }), PASSWORD);
      await hands.use(button('session.sign_in'), 'Enter');
    });
    await hands.task('See who comes next', async () => {
      await page.locator('app-timeline li a', { hasText: 'Next Nora' }).waitFor();
    });
    await hands.task('Confirm an appointment', async () => {
      await openFromTimeline('Next Nora');
      await button('appointments.to_confirmed').last().waitFor();
      await hands.enterRecord();
      await hands.use(button('appointments.to_confirmed').last());
      await chip('confirmed').waitFor();
    });
    await hands.task('Note that a client was here', async () => {
      await openFromDashboard('Done Dora');
      await button('appointments.to_completed').last().waitFor();
      await hands.enterRecord();
      await hands.use(button('appointments.to_completed').last());
      await chip('completed').waitFor();
    });
    await hands.task('Note that a client did not come', async () => {
      await openFromDashboard('Gone Gina');
      await button('appointments.to_no_show').last().waitFor();
      await hands.enterRecord();
      await hands.use(button('appointments.to_no_show').last());
      await chip('no_show').waitFor();
    });
    await hands.task('Take that back: she came after all', async () => {
      await hands.use(
        page
          .locator('app-toast-list')
          .getByRole('button', { name: t('toast.undo') })
          .last(),
        'z',
      );
      await chip('confirmed').waitFor();
    });
    await hands.task('Find a client in spite of a typing error', async () => {
      await hands.use(button('palette.open').or(page.locator('app-top-bar button.search')), 'Control+k');
      await dialog.getByRole('combobox').waitFor();
      await hands.type('Zuzana Novkova');
      await hands.use(page.getByRole('option', { name: 'Zuzana Nováková' }), 'Enter');
      await page.getByRole('heading', { name: 'Zuzana Nováková' }).waitFor();
    });
    await hands.task('Book for this client', async () => {
      await hands.enterRecord();
      await hands.use(page.getByRole('link', { name: t('clients.tabs.appointments') }).last());
      await hands.use(page.locator('app-client-appointments').getByRole('button', { name: t('crm.book') }));
      await dialog.waitFor();
      await hands.send(dialog.getByRole('button', { name: t('crm.do_book'), exact: true }));
      await page.locator('app-client-appointments li').waitFor();
    });
    await hands.task('Move the appointment', async () => {
      await hands.use(page.locator('app-client-appointments li a'));
      await button('appointments.move').last().waitFor();
      await hands.use(button('appointments.move').last(), 'e');
      await dialog.locator('app-free-times .times button:focus').waitFor();
      await hands.choose(dialog.locator('app-free-times .times button').nth(3), 'ArrowRight');
      await hands.send(dialog.getByRole('button', { name: t('appointments.do_move'), exact: true }));
      await dialog.waitFor({ state: 'detached' });
    });
    await hands.task('Cancel it', async () => {
      await hands.enterRecord();
      await hands.use(button('appointments.to_cancelled').last());
      const question = page.getByRole('alertdialog');
      await hands.use(question.getByRole('button', { name: t('appointments.do_cancel') }));
      await chip('cancelled').waitFor();
    });
    await book('First Fay', '09:00');
    await hands.task('Find an appointment by a word', async () => {
      await go('appointments', 'g a');
      const search = page.getByRole('searchbox', { name: t('appointments.search') });
      if (way === 'pointer') await hands.use(search);
      else await hands.press('/');
      await hands.type('Fay');
      await page.locator('app-appointment-table', { hasText: 'First Fay' }).waitFor();
    });
    await hands.task('Pause the agent', async () => {
      if (way === 'keyboard') await command(t('crm.pause.ask'), t('crm.pause.ask'));
      else await hands.use(button('crm.pause.ask').first());
      await hands.write(field('crm.pause.reason'), 'Team party');
      await hands.send(dialog.getByRole('button', { name: t('crm.pause.do_pause'), exact: true }), 'Enter');
      await page.locator('app-pause-notice', { hasText: 'Team party' }).waitFor();
    });
    await hands.task('Let the agent go on', async () => {
      if (way === 'keyboard') await command(t('crm.pause.resume_agent'), t('crm.pause.resume_agent'));
      else await hands.use(button('crm.pause.resume').first());
      await page.locator('app-pause-notice', { hasText: 'Team party' }).waitFor({ state: 'hidden' });
    });
    await hands.task('Squeeze somebody in', async () => {
      // Out of the search, which was the last.
      if (way === 'keyboard') await hands.press('Escape', 'Escape');
      await hands.use(button('crm.do_book').first(), 'n');
      const client = dialog.getByRole('combobox', { name: t('crm.client') });
      await hands.write(client, 'Double Dan');
      if (way === 'pointer') await hands.use(page.getByRole('option', { name: /^Double Dan/ }));
      // By the keyboard at once: the form waits for the search.
      await hands.send(dialog.getByRole('button', { name: t('crm.do_book'), exact: true }));
      await hands.use(dialog.getByRole('button', { name: t('crm.beside'), exact: true }));
      await dialog.waitFor({ state: 'detached' });
      await page.locator('app-toast-list', { hasText: 'Double Dan' }).waitFor();
    });
    await hands.task('Add a client', async () => {
      await go('clients', 'g c');
      await hands.use(button('clients.new'), 'n');
      await hands.write(field('clients.name'), `Fresh ${name}`);
      await hands.write(field('clients.phone'), '+43 1 5550199');
      await hands.send(dialog.getByRole('button', { name: t('clients.create'), exact: true }), 'Enter');
      await page.getByRole('heading', { name: `Fresh ${name}` }).waitFor();
    });
    await hands.task('Correct the client’s name', async () => {
      await hands.use(button('clients.edit'), 'e');
      await page.getByLabel(t('clients.name'), { exact: true }).waitFor();
      await hands.press('End');
      await hands.type('son');
      await hands.send(button('clients.save'), 'Enter');
      await page.getByRole('heading', { name: `Fresh ${name}son` }).waitFor();
    });
    await hands.task('Merge two entries of one client', async () => {
      await hands.use(button('palette.open').or(page.locator('app-top-bar button.search')), 'Control+k');
      await dialog.getByRole('combobox').waitFor();
      await hands.type('Double Dan');
      await hands.use(page.getByRole('option', { name: 'Double Dan' }).first(), 'Enter');
      await page.getByRole('heading', { name: 'Double Dan' }).waitFor();
      await hands.use(button('clients.more'));
      await hands.choose(menuItem(t('clients.merge.open')));
      const other = dialog.getByRole('radio').first();
      await other.waitFor();
      if (way === 'pointer') await hands.use(other);
      else {
        await hands.reach(other);
        await hands.press('Space');
      }
      await hands.send(dialog.getByRole('button', { name: t('clients.merge.action'), exact: true }));
      await page.locator('app-toast-list', { hasText: 'Dan Double' }).waitFor();
    });
    await hands.task('Undo the merge', async () => {
      await hands.use(page.locator('app-toast-list').getByRole('button', { name: t('toast.undo') }), 'z');
      await page.getByText(t('clients.merge.undone', { name: 'Dan Double' })).waitFor();
    });
    await hands.task('Export the clients', async () => {
      const download = page.waitForEvent('download');
      if (way === 'keyboard') await command(t('clients.export'), t('clients.export_all'));
      else {
        await go('clients', 'g c');
        await hands.use(button('clients.export'));
      }
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    });
    await hands.task('Open what waits for a human', async () => {
      await go('conversations', 'g i');
      const row = page.locator('app-conversation-row', { hasText: 'Waiting Wil' });
      await row.waitFor();
      if (way === 'pointer') await hands.use(row);
      else await hands.press('j', 'Enter');
      await page.locator('app-message-list .bubble', { hasText: 'Can I speak to somebody?' }).waitFor();
    });
    const composer = page.getByRole('textbox', { name: t('conversations.reply') });
    await hands.task('Take it over', async () => {
      await hands.use(button('conversations.take_over'), 'h');
      await composer.waitFor();
    });
    await hands.task('Reply', async () => {
      await hands.write(composer, 'Here I am.');
      await hands.send(button('conversations.send'));
      await page.locator('[data-message].operator', { hasText: 'Here I am.' }).waitFor();
    });
    await hands.task('Reply with a saved text', async () => {
      await hands.use(button('conversations.saved_replies'), '/');
      await hands.choose(menuItem('Directions'));
      await hands.send(button('conversations.send'));
      await page.locator('[data-message].operator', { hasText: 'The second door, Waiting Wil.' }).waitFor();
    });
    await hands.task('Leave a note for the team', async () => {
      await hands.write(page.getByRole('textbox', { name: t('conversations.notes.label') }), 'Rings twice');
      await hands.use(button('conversations.notes.add'));
      await page.locator('app-conversation-notes li', { hasText: 'Rings twice' }).waitFor();
    });
    await hands.task('Give it to a colleague', async () => {
      await hands.use(page.locator('app-assignee-menu button').first(), 'a');
      await hands.choose(page.getByRole('menuitemradio', { name: 'The admin' }).first());
      await page.locator('app-assignee-menu', { hasText: 'The admin' }).waitFor();
    });
    await hands.task('Close the conversation', async () => {
      await hands.use(button('conversations.close'));
      await page.locator('app-thread-header app-status-chip', { hasText: t('status.closed') }).waitFor();
    });
    await hands.task('Find what somebody wrote', async () => {
      if (way === 'pointer')
        await hands.use(page.getByRole('searchbox', { name: t('conversations.search') }));
      else await hands.press('/');
      await hands.type('marimba');
      await hands.use(page.locator('app-message-hits a', { hasText: 'Noted Nino' }));
      await page.locator('app-message-list .bubble', { hasText: 'marimba' }).waitFor();
    });
    await hands.task('See the month', async () => {
      await go('appointments', 'g a');
      await hands.use(page.locator('app-segmented label', { hasText: t('appointments.views.month') }), 'm');
      await page.locator('app-appointment-month [role=gridcell]').first().waitFor();
    });
    await hands.task('Book it every week', async () => {
      await hands.use(button('crm.do_book').first(), 'n');
      await hands.write(dialog.getByRole('combobox', { name: t('crm.client') }), 'Zuzana');
      await hands.use(page.getByRole('option', { name: /^Zuzana/ }), 'Enter');
      const repeat = field('crm.repeat.label');
      if (way === 'pointer') {
        await hands.use(repeat);
        await repeat.selectOption('week');
      } else {
        await hands.reach(repeat);
        await hands.press('ArrowDown');
      }
      await hands.send(dialog.getByRole('button', { name: t('crm.series.show'), exact: true }));
      await dialog.locator('app-series-list').waitFor();
      await hands.send(dialog.locator('button[type=submit]'));
      await dialog.waitFor({ state: 'detached' });
    });
    await hands.task('Close a day', async () => {
      if (way === 'keyboard') await command(t('chat-agent.close_day'), t('chat-agent.close_day'));
      else {
        await go('settings', 'g s');
        await hands.use(button('chat-agent.add_closure'));
      }
      // Chromium takes the order of a date's parts from its own language.
      const day = '12242031';
      await hands.write(page.getByLabel(t('chat-agent.closure_from'), { exact: true }).last(), day);
      await hands.write(page.getByLabel(t('chat-agent.closure_to'), { exact: true }).last(), day);
      await hands.write(page.getByLabel(new RegExp(t('chat-agent.closure_reason'))).last(), 'Christmas');
      await hands.send(button('chat-agent.save'), 'Enter');
      await page.getByText(t('chat-agent.unsaved')).waitFor({ state: 'hidden' });
    });
    await hands.task('Be told of new conversations by a sound', async () => {
      if (way === 'keyboard') await command(t('profile.notifications'), t('profile.notifications'));
      else await hands.use(page.getByRole('link', { name: t('settings.profile') }).first());
      await page.locator('app-profile-notifications table').waitFor();
      await hands.use(page.locator('app-profile-notifications td input').nth(1));
      await page.locator('app-profile-notifications td input:checked').first().waitFor();
    });

    // A time that is taken is refused, which a browser notes.
    expect(faults.filter((fault) => !fault.includes('status of 409'))).toEqual([]);
    // The commands that are typed are longer or shorter in other languages.
    if (language === 'en')
      expect(hands.efforts.map((effort) => lineOf(effort, way))).toEqual(documented(way));
    else expect(hands.efforts).toHaveLength(31);
  });

  /** The day's clients, chats and hours; a name that nobody else has. */
  async function prepare(): Promise<string> {
    desk = await signIn(panel.t, { role: 'admin' });
    await panel.t.panel.query('delete from conversations');
    await panel.t.panel.query('delete from appointments');
    await panel.t.panel.query('delete from clients');
    tomorrow = Temporal.Now.plainDateISO(ZONE).add({ days: 1 });
    await setAgent(panel.t, {
      time_zone: ZONE,
      working_hours: [{ day: tomorrow.dayOfWeek, opens: '09:00', closes: '18:00' }],
      closures: [],
    });
    const pending = await book('Next Nora', '12:00');
    await panel.t.panel.query(`update appointments set status = 'pending' where id = $1`, [pending.id]);
    // What became of somebody is said once they were to be there.
    for (const client of ['Done Dora', 'Gone Gina']) {
      const starts_at = Temporal.Now.instant().subtract({ minutes: 10 }).toString();
      await booked(panel.t, desk, {
        client: { name: client },
        starts_at,
        duration_minutes: 60,
        allow_overlap: true,
      });
    }
    const add = async (client: object) =>
      (
        await panel.t.http
          .post('/api/clients')
          .set(desk.bearer)
          .send({ allow_duplicate: true, ...client })
          .expect(201)
      ).body as ClientDto;
    await add({ name: 'Zuzana Nováková', phone: '+43 1 5550101' });
    await add({ name: 'Double Dan', phone: '+43 1 5550102' });
    await add({ name: 'Dan Double', phone: '+43 1 5550102' });
    await panel.t.http.post('/api/settings/saved-replies').set(desk.bearer).send({
      name: 'Directions',
      text: 'The second door, {name}.',
    });
    const chats = new Conversations(panel.t, desk);
    await chats.begin(newChat(), {
      contact: { name: 'Noted Nino' },
      message: says('user', 'Is the marimba repaired?'),
    });
    await chats.begin(newChat(), {
      contact: { name: 'Waiting Wil' },
      needs_human: true,
      message: says('user', 'Can I speak to somebody?'),
    });
    return 'Fiona';
  }
});

/** As a line of docs/desk.md says it, of one way alone. */
function lineOf({ task, keys, clicks, letters }: Effort, way: Way): string {
  if (way === 'keyboard') return `${task}: ${keys} keys, ${letters} letters`;
  return `${task}: ${clicks} clicks${keys === 0 ? '' : ` and ${keys} key`}`;
}

function documented(way: Way): string[] {
  const rows = readFileSync(PAGE, 'utf8').matchAll(
    /^\| ([^|]+?) +\| (\d+) +\| (\d+)( and \d+ key)? +\| (\d+) +\|$/gm,
  );
  return Array.from(rows, ([, task = '', keys = '', clicks = '', more = '', letters = '']) =>
    way === 'keyboard' ? `${task}: ${keys} keys, ${letters} letters` : `${task}: ${clicks} clicks${more}`,
  );
}
