import type { Locator, Page } from 'playwright-core';
import type { AppointmentDto, CreateAppointmentDto } from '@groupless/shared-dto';
import { AS_AGENT, booked, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { comingMonday, eventually } from '../harness/data/times';
import { appointmentIn, drag } from './calendar-hands';
import { lookAt } from './look-at';
import { axeFaults, goWithin, isAt, panelInBrowser, scrollsSideways, SIZES } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine.
/** A browser notes every refused request as an error. */
const withoutConflicts = (faults: string[]) => faults.filter((fault) => !fault.includes('status of 409'));

/** Whether something around a time of the list holds more than it shows. */
const IS_CUT = `[...document.querySelectorAll('[data-index] *')].some(
  ({ textContent, scrollWidth, clientWidth }) =>
    textContent.includes('Dec 29, 11:30') && clientWidth > 0 && scrollWidth > clientWidth)`;

/** Whether the field for the time is as wide as what stands in it, AM and PM included. */
const HAS_ROOM = `(() => {
  const field = document.querySelector('[role=dialog] input[type=time]');
  const copy = field.cloneNode();
  copy.style.cssText = 'position: absolute; width: max-content';
  field.after(copy);
  const needed = copy.getBoundingClientRect().width;
  copy.remove();
  return field.getBoundingClientRect().width >= needed;
})()`;

/** The lines of texts in the calendar that are neither whole nor out of sight, but for the space above letters. */
const CUT_LINES = `[...document.querySelectorAll('.appointment-inner')].flatMap((event) => {
  const { top, bottom, left, right } = event.getBoundingClientRect();
  const texts = document.createTreeWalker(event, NodeFilter.SHOW_TEXT);
  const cut = [];
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement.className === 'visually-hidden') continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const line of range.getClientRects()) {
      const isInSight = line.left < right && line.right > left && line.top < bottom - 3 && line.bottom > top + 3;
      if (isInSight && (line.top < top - 2 || line.bottom > bottom + 2)) cut.push(texts.currentNode.data);
    }
  }
  return cut;
})`;

/** Whose the appointments of the calendar are, as far as it is seen. */
const WHOSE_IN_SIGHT = `[...document.querySelectorAll('.appointment-inner')].flatMap((event) => {
  const whose = event.querySelector('.whose');
  const [frame, own] = [event.getBoundingClientRect(), whose.getBoundingClientRect()];
  return own.bottom <= frame.bottom + 2 && own.right <= frame.right ? [whose.textContent] : [];
})`;

const SALON = {
  time_zone: 'Europe/Vienna',
  resources: ['main', 'room 2'],
  services: [{ name: 'Haircut', duration_minutes: 45 }],
};

// In 2038: free times are only those to come.
describe('the appointments in the panel', () => {
  const panel = panelInBrowser();
  let operator: SignedInUser;
  beforeAll(async () => {
    operator = await signIn(panel.t, { role: 'operator' });
    await setAgent(panel.t, SALON);
  });

  const book = (starts_at: string, name: string, more: Partial<CreateAppointmentDto> = {}) =>
    booked(panel.t, operator, {
      ...{ client: { name }, starts_at, duration_minutes: 60, resource: 'main' },
      ...more,
    });
  const read = async ({ id }: AppointmentDto) => {
    const { body } = await panel.t.http.get(`/api/appointments/${id}`).set(operator.bearer);
    return body as AppointmentDto;
  };
  const minutesOf = (row: AppointmentDto | undefined) =>
    row === undefined ? 0 : (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 60_000;
  const openPopover = async (page: Page, name: string) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await appointmentIn(page, name).press('Enter');
    await page.getByRole('dialog', { name }).waitFor();
  };
  const pressButton = async (page: Page, name: string) => {
    await page.getByRole('button', { name, exact: true }).last().press('Enter');
  };
  const focused = (locator: Locator) => locator.and(locator.page().locator(':focus'));
  /** Where it stands once the calendar has scrolled to its hours. */
  const top = async (page: Page, name: string) => {
    await isStill(page);
    return (await appointmentIn(page, name).boundingBox())?.y ?? 0;
  };

  it('are booked for somebody new by the keyboard alone, at a slot chosen by arrows', async () => {
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2038-01-13&view=day');
    await page.getByRole('grid').waitFor();
    await page.getByRole('button', { name: 'Choose a time by the keyboard' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await focused(page.getByRole('dialog').getByLabel('Client')).waitFor();
    await page.keyboard.type('Quick Quinn');
    await page.getByRole('option', { name: 'New client “Quick Quinn”' }).waitFor();
    await page.keyboard.press('Enter');
    await focused(page.getByLabel('Phone')).waitFor();
    await page.keyboard.type('+43 1 5550123');
    await page.keyboard.press('Enter');
    await appointmentIn(page, 'Quick Quinn').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { rows } = await panel.t.panel.query<{ starts_at: Date; status: string }>(
      `select a.starts_at, a.status from appointments a join clients c on c.id = a.client_id
       where c.name = 'Quick Quinn'`,
    );

    expect(rows).toEqual([{ starts_at: new Date('2038-01-13T08:30:00Z'), status: 'confirmed' }]);
    expect(faults).toEqual([]);
  });

  it('are booked from the client at a free time', async () => {
    const known = await book('2038-04-07T09:00:00Z', 'Client Clio');
    const { page, faults } = await panel.openAs('operator', `/clients/${known.client_id}?tab=appointments`);
    // The tab has one of the same name, once its appointments have come.
    await page.getByTitle('Book an appointment (b)').click();
    const dialog = page.getByRole('dialog', { name: 'Book an appointment' });
    await dialog.locator('input[type=date]').first().fill('2038-04-08');
    await dialog.getByRole('button', { name: '10:30 AM' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await page.locator('app-client-appointments time', { hasText: 'Apr 8, 2038' }).waitFor();

    expect(faults).toEqual([]);
  });

  it('are booked for several services in one visit, and taken apart again', async () => {
    const dear = { name: 'Colour with a long name', duration_minutes: 60, price: 'from € 45' };
    await setAgent(panel.t, { services: [{ ...SALON.services[0]!, price: '€ 30' }, dear] });
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2038-05-06&view=week');
    await pressButton(page, 'Book');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Client').fill('Several Sue');
    await page.getByRole('option', { name: 'New client “Several Sue”' }).click();
    await dialog.getByLabel('Service', { exact: false }).first().selectOption({ label: 'Haircut, 45 min' });
    await dialog.getByLabel('Service 2').selectOption({ label: `${dear.name}, 60 min` });
    await dialog.getByText('Together 105 min · Haircut: € 30 · Colour with a long name: from € 45').waitFor();
    await dialog.locator('input[type=date]').first().fill('2038-05-06');
    await dialog.getByText('Free on Thursday, May 6, 2038').waitFor();
    await dialog.getByRole('button', { name: '10:30 AM' }).click();
    const wrong = await lookAt(page, 'visit');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`Haircut, ${dear.name}`).first().waitFor();
    wrong.push(...(await lookAt(page, 'visit-week')));
    const { body } = await panel.t.http
      .get('/api/appointments')
      .query({ from: '2038-05-06T00:00:00Z', to: '2038-05-07T00:00:00Z' })
      .set(operator.bearer);
    const [made] = body.items as AppointmentDto[];
    expect(made?.services.map(({ name }) => name)).toEqual(['Haircut', dear.name]);
    expect(minutesOf(made)).toBe(105);
    await goWithin(page, `/appointments/${made?.id}`);
    await page.getByRole('button', { name: 'Change…' }).first().click();
    await dialog.getByRole('button', { name: 'Remove Haircut' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => minutesOf(await read(made!)) === 60);
    expect((await read(made!)).title).toBe(dear.name);
    await setAgent(panel.t, SALON);
    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('are completed once they have begun, and that is taken back by a key', async () => {
    const row = await book('2021-02-02T09:00:00Z', 'Ended Ed');
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2021-02-02');
    await appointmentIn(page, 'Ended Ed').waitFor();
    await openPopover(page, 'Ended Ed');
    await pressButton(page, 'No-show');
    await eventually(async () => (await read(row)).status === 'no_show');
    await page.getByText('Ended Ed did not come.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('z');
    await eventually(async () => (await read(row)).status === 'confirmed');
    await page.locator('.appointment.is-confirmed').waitFor();
    await openPopover(page, 'Ended Ed');
    await pressButton(page, 'Complete');
    await page.locator('.appointment.is-completed').waitFor();
    await eventually(async () => (await read(row)).status === 'completed');
    expect(faults).toEqual([]);
  });

  it('are moved and cancelled by the keyboard alone', async () => {
    const moved = await book('2038-02-02T09:00:00Z', 'Moved Mo');
    const ended = await book('2038-02-02T11:00:00Z', 'Cancelled Cy');
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2038-02-02');
    await appointmentIn(page, 'Moved Mo').waitFor();
    await openPopover(page, 'Moved Mo');
    await pressButton(page, 'Change…');
    const dialog = page.getByRole('dialog', { name: 'Change the appointment of Moved Mo' });
    // The keyboard begins at the next free time; a time may be typed too.
    await dialog.locator('app-free-times .times button:focus').waitFor();
    await dialog.getByLabel('Start time').focus();
    await page.keyboard.type('0430PM');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect((await read(moved)).starts_at).toBe('2038-02-02T15:30:00.000Z');

    await openPopover(page, 'Cancelled Cy');
    expect(await page.getByRole('button', { name: 'No-show' }).count()).toBe(0);
    await pressButton(page, 'Cancel appointment');
    await page.getByRole('alertdialog').waitFor();
    await pressButton(page, 'Cancel the appointment');
    await page.locator('.appointment.is-cancelled').waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });

    // The panel shows the new status before the answer comes.
    await eventually(async () => (await read(ended)).status === 'cancelled');
    expect(faults).toEqual([]);
  });

  it('keep the keyboard where it is when somebody else books meanwhile', async () => {
    for (const [hour, duration_minutes] of [15, 20, 30, 45].entries())
      await book(`2038-02-16T1${2 + hour}:00:00Z`, 'Wilhelmina Featherstonehaugh', {
        duration_minutes,
        title: 'Colour, cut and a long talk about it',
      });
    const { id } = await book('2038-02-16T09:00:00Z', 'Focused Flo');
    const { page } = await panel.openAs('operator', '/appointments?date=2038-02-16');
    await appointmentIn(page, 'Focused Flo').focus();
    await book('2038-02-16T11:00:00Z', 'Meanwhile Mel');
    await appointmentIn(page, 'Meanwhile Mel').waitFor();

    expect(
      await page.evaluate('document.activeElement.closest("[data-appointment]")?.dataset.appointment'),
    ).toBe(id);
    expect(await page.evaluate(CUT_LINES)).toEqual([]);
  });

  it('are confirmed beside the calendar of their own week, with where they come from', async () => {
    // Not in this week, which the address leaves out.
    const starts_at = comingMonday(2);
    const { body } = await panel.t.http
      .post('/api/appointments')
      .set(AS_AGENT)
      .send({ client: { name: 'Phoned Phil' }, starts_at });
    const { id } = body as AppointmentDto;
    const { page, faults } = await panel.openAs('operator', `/appointments/${id}`);
    await page.getByText(/Booked by the phone agent, /).waitFor();
    await pressButton(page, 'Confirm');
    await page.getByRole('complementary').getByText('Confirmed').first().waitFor();
    await page.locator('.appointment.is-confirmed').waitFor();
    await page.keyboard.press('Escape');
    await isAt(page, `/appointments?date=${starts_at.slice(0, 10)}`);

    expect(faults).toEqual([]);
  });

  it('go back where they were when the time is taken, with who holds it and other times', async () => {
    const holder = await book('2038-03-02T09:00:00Z', 'Holding Hal');
    const dragged = await book('2038-03-02T12:00:00Z', 'Dragged Di');
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2038-03-02&view=day');
    await appointmentIn(page, 'Dragged Di').waitFor();
    const before = await top(page, 'Dragged Di');
    await drag(page, 'Dragged Di', 0, (await top(page, 'Holding Hal')) - before);
    await page.getByText(/Holding Hal has .* on main\./).waitFor();
    expect(Math.abs((await top(page, 'Dragged Di')) - before)).toBeLessThan(2);
    expect(await read(dragged)).toMatchObject({ starts_at: dragged.starts_at });
    await page.getByRole('button', { name: 'Other times' }).click();
    await page.getByText('Free nearby').waitFor();
    await page.locator('app-taken-notice button').first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    expect((await read(dragged)).starts_at).not.toBe(dragged.starts_at);
    expect((await read(holder)).starts_at).toBe(holder.starts_at);
    expect(withoutConflicts(faults)).toEqual([]);
  });

  it.each([
    ['2026-03-29', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '1:30', '3:30', 4],
    ['2026-10-25', '2026-10-24T23:30:00Z', '2026-10-25T02:30:00Z', '1:30', '3:30', 4],
  ])('stand where the clocks of Vienna show them in the week of %s', async (...row) => {
    const [date, oneAt, otherAt, oneTime, otherTime, slots] = row;
    await book(oneAt, `Early ${date}`, { duration_minutes: 30 });
    await book(otherAt, `Later ${date}`, { duration_minutes: 30 });
    const { page } = await panel.openAs('viewer', `/appointments?date=${date}`);
    await appointmentIn(page, `Later ${date}`).waitFor();
    await isStill(page);
    const slot = (await page.locator('.calendar-slot').first().boundingBox())?.height ?? 0;

    expect(await appointmentIn(page, `Early ${date}`).textContent()).toContain(oneTime);
    expect(await appointmentIn(page, `Later ${date}`).textContent()).toContain(otherTime);
    const apart = (await top(page, `Later ${date}`)) - (await top(page, `Early ${date}`));
    expect(Math.round(apart / slot)).toBe(slots);
  });

  it('are dragged over a change of the clocks to the same time of the day', async () => {
    const saturday = await book('2038-03-27T08:00:00Z', 'Springing Sue');
    // Where the week ends with Sunday, that is beside Saturday.
    const { page } = await panel.openAs('operator', '/appointments?date=2038-03-27', { locale: 'en-GB' });
    await appointmentIn(page, 'Springing Sue').waitFor();
    await isStill(page);
    const width = (await page.locator('.calendar-lane').first().boundingBox())?.width ?? 0;
    await drag(page, 'Springing Sue', width, 0);
    await page.getByText(/Moved to/).waitFor();

    expect(await read(saturday)).toMatchObject({
      starts_at: '2038-03-28T07:00:00.000Z',
      ends_at: '2038-03-28T08:00:00.000Z',
    });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually(async () => (await read(saturday)).starts_at === saturday.starts_at);
  });

  it('are shown in New York’s time where that is the user’s own', async () => {
    await book('2026-11-01T05:30:00Z', 'Before Bea', { resource: 'room 2', duration_minutes: 30 });
    await book('2026-11-01T07:30:00Z', 'After Abe', { resource: 'room 2', duration_minutes: 30 });
    // With the zone of a new user the panel has nothing to store, which would come after what is stored here.
    const { page, email } = await panel.openAs('viewer', '/', { timezoneId: 'UTC' });
    await panel.t.panel.query(`update users set time_zone = 'America/New_York' where email = $1`, [email]);
    await page.goto('/appointments?date=2026-11-01&zone=own&view=day');
    await appointmentIn(page, 'After Abe').waitFor();

    expect(await appointmentIn(page, 'Before Bea').textContent()).toContain('1:30');
    expect(await appointmentIn(page, 'After Abe').textContent()).toContain('2:30');
    expect(await page.getByText('America/New York').first().textContent()).toContain('GMT-5');
  });

  it('of a chosen date are gone to, which the heading alone names', async () => {
    const { page, faults } = await panel.openAs('viewer', '/appointments?date=2038-05-05&view=day');
    await page.getByRole('heading', { name: 'Wednesday, May 5, 2038' }).waitFor();
    await page.getByRole('button', { name: 'Go to a date' }).click();
    const picker = page.locator('app-calendar-toolbar input[type=date]');
    expect(await picker.inputValue()).toBe('2038-05-05');
    await picker.fill('2038-05-12');
    await picker.dispatchEvent('change');
    await page.getByRole('heading', { name: 'Wednesday, May 12, 2038' }).waitFor();

    expect(faults).toEqual([]);
  });

  it('are found in the month by the keyboard, which opens their day', async () => {
    await book('2038-06-02T09:00:00Z', 'Monthly Moe');
    const { page, faults } = await panel.openAs('operator', '/appointments?view=month&date=2038-05-31');
    await page.locator('app-appointment-month [tabindex="0"]').focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
    await page.locator('[data-date="2038-06-02"]:focus', { hasText: 'Monthly Moe' }).waitFor();
    expect(await page.locator(':focus').textContent()).toContain('Wednesday, June 2, 2038, appointments: 1');
    expect(await page.locator('app-appointment-month [tabindex="0"]').count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await appointmentIn(page, 'Monthly Moe').waitFor();
    await isAt(page, '/appointments?view=day&date=2038-06-02');

    expect(faults).toEqual([]);
  });

  it('stand in a column for each resource, and are dragged and booked there', async () => {
    const dragged = await book('2038-07-06T07:00:00Z', 'Column Cora');
    await book('2038-07-06T09:00:00Z', 'Other Olga', { resource: 'room 2' });
    const { page, faults } = await panel.openAs('operator', '/appointments?view=columns&date=2038-07-06');
    await appointmentIn(page, 'Other Olga').waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(
      expect.arrayContaining(['main', 'room 2']),
    );
    expect(await appointmentIn(page, 'Column Cora').textContent()).toContain('9:00');
    expect(await axeFaults(page)).toEqual([]);
    await appointmentIn(page, 'Column Cora').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator(':focus', { hasText: 'Other Olga' }).waitFor();
    await isStill(page);
    expect(await page.locator('[data-appointment][tabindex="0"]').count()).toBe(1);
    const width = (await page.locator('.calendar-lane').first().boundingBox())?.width ?? 0;
    await drag(page, 'Column Cora', width, 0);
    await eventually(async () => (await read(dragged)).resource === 'room 2');
    expect(await read(dragged)).toMatchObject({ starts_at: dragged.starts_at, ends_at: dragged.ends_at });

    await page.getByRole('button', { name: 'Choose a time by the keyboard' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const resource = page.getByRole('dialog').getByLabel('With whom');
    await resource.waitFor();
    expect(await resource.inputValue()).toBe('room 2');
    expect(faults).toEqual([]);
  });

  it('stand in columns on a phone, too, within the frame of the calendar', async () => {
    await book('2038-07-07T07:00:00Z', 'Phone Phil', { resource: 'room 2' });
    const { page, faults } = await panel.openAs('operator', '/appointments?view=columns&date=2038-07-07', {
      viewport: SIZES.phone,
    });
    await appointmentIn(page, 'Phone Phil').waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toContain('room 2');
    expect(await scrollsSideways(page)).toBe(false);
    expect(faults).toEqual([]);
  });

  it('say their whole time in the list, whatever its width', async () => {
    await book('2038-12-29T10:30:00Z', 'Whole Wanda');
    const { page } = await panel.openAs('viewer', '/appointments?view=list&sort=-starts_at&period=all');
    for (const viewport of [SIZES.tablet, SIZES.phone]) {
      await page.setViewportSize(viewport);
      await isStill(page);
      await page.locator('[data-index]', { hasText: 'Wed, Dec 29, 11:30' }).waitFor();
      expect(await page.evaluate(IS_CUT)).toBe(false);
    }
  });

  it('of a day are shown with its hours on a phone', async () => {
    await book('2038-08-03T09:00:00Z', 'Phone Fay');
    const { page, faults } = await panel.openAs('operator', '/appointments?view=day&date=2038-08-03', {
      viewport: SIZES.phone,
    });
    await appointmentIn(page, 'Phone Fay').waitFor();
    await isStill(page);
    const { width = 0 } = (await page.locator('.calendar-lane').boundingBox()) ?? {};
    expect(width).toBeGreaterThan(250);
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole('combobox', { name: 'View' }).selectOption('Month');
    await page.locator('[data-date="2038-08-03"]', { hasText: '1' }).click();
    await appointmentIn(page, 'Phone Fay').waitFor();

    expect(faults).toEqual([]);
  });

  it('of the days from a date on are listed on a phone, whose they are beside each, without a calendar', async () => {
    await book('2038-08-05T09:00:00Z', 'Listed Lea', { resource: 'room 2' });
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2038-08-05', {
      viewport: SIZES.phone,
    });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Listed Lea' })
      .filter({ hasText: 'room 2' })
      .waitFor();
    expect(await page.locator('.calendar-lane').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(faults).toEqual([]);
  });

  it.each([30, 60])('of %d minutes say on a phone whose they are, five at once', async (duration_minutes) => {
    const staff = ['Anna', 'Bea', 'Carl', 'Dana', 'Emil'];
    const day = `2038-06-${duration_minutes === 30 ? '08' : '09'}`;
    await setAgent(panel.t, { ...SALON, resources: staff });
    for (const resource of staff)
      await book(`${day}T09:00:00Z`, `Susanne of ${resource}`, { resource, duration_minutes });
    await setAgent(panel.t, SALON);
    const { page } = await panel.openAs('operator', `/appointments?view=day&date=${day}`, {
      viewport: SIZES.phone,
    });
    await appointmentIn(page, 'Susanne of Emil').waitFor();
    const inSight = await page.evaluate<string[]>(WHOSE_IN_SIGHT);
    expect(inSight.sort()).toEqual(staff);
  });

  it('are booked on a phone with the whole time in sight', async () => {
    const { page, faults } = await panel.openAs('operator', '/appointments?date=2038-08-04', {
      viewport: SIZES.phone,
    });
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByLabel('Start time').waitFor();
    await isStill(page);

    // On the day that is shown.
    expect(await page.getByRole('dialog').locator('input[type=date]').first().inputValue()).toBe(
      '2038-08-04',
    );
    expect(await page.evaluate(HAS_ROOM)).toBe(true);
    expect(faults).toEqual([]);
  });

  it('can be read by viewers, who change nothing', async () => {
    await book('2038-05-04T09:00:00Z', 'Watched Wes');
    const { page } = await panel.openAs('viewer', '/appointments?date=2038-05-04');
    await appointmentIn(page, 'Watched Wes').waitFor();
    await openPopover(page, 'Watched Wes');

    expect(await page.getByRole('button', { name: 'Cancel appointment' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Book', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Details' }).count()).toBe(1);
    await page.getByRole('link', { name: 'Open the client' }).click();
    await page.getByRole('heading', { name: 'Watched Wes' }).waitFor();
  });
});
