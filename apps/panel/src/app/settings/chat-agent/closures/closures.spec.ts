import type { ClosureDto } from '@groupless/shared-dto';
import { openRequest, SETTINGS, startChatAgent } from '../../../../testing/chat-agent';
import { choose, type as typeInto } from '../../../../testing/render';
import { clearOverlays, line } from '../../../../testing/settings';

afterEach(clearOverlays);

const CHRISTMAS = { from: '2026-12-24', to: '2026-12-26', reason: 'Christmas', public: false };

async function start(closures: ClosureDto[] = [], part: 'business' | 'agent' = 'business') {
  const screen = await startChatAgent('admin', { ...SETTINGS, closures }, part);
  const rows = () => [...screen.element.querySelectorAll<HTMLElement>('app-closures [role=group]')];
  /** The control of a row, by its label. */
  const control = (row: number, label: string) => {
    const found = [...rows()[row]!.querySelectorAll('label')].find((one) => line(one).startsWith(label));
    return document.getElementById(found!.htmlFor) as HTMLInputElement;
  };
  const saved = async () => {
    await screen.press('Save');
    const { request } = openRequest(screen.http, 'PUT');
    // As it goes over the wire: forms mark the items of their lists with symbols.
    return JSON.parse(JSON.stringify(request.body)) as typeof SETTINGS;
  };
  return { ...screen, rows, control, saved };
}

describe('the closures of the chat agent', () => {
  it('are added with days, a reason and what is closed', async () => {
    const { press, control, settle, saved } = await start();
    await press('Add a closure');
    expect(document.activeElement).toBe(control(0, 'First day'));
    typeInto(control(0, 'First day'), '2026-12-24');
    typeInto(control(0, 'Last day'), '2026-12-26');
    typeInto(control(0, 'Reason'), 'Christmas');
    await settle();
    expect((await saved()).closures).toEqual([CHRISTMAS]);
  });

  it('can be of one resource', async () => {
    const { control, settle, saved } = await start([CHRISTMAS]);
    choose(control(0, 'What is closed'), 'Room 2');
    await settle();
    expect((await saved()).closures).toEqual([{ ...CHRISTMAS, resource: 'Room 2' }]);
  });

  it('say whether clients may hear the reason', async () => {
    const { rows, settle, saved } = await start([CHRISTMAS]);
    rows()[0]!.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[1]!.click();
    await settle();
    expect((await saved()).closures).toEqual([{ ...CHRISTMAS, public: true }]);
  });

  it('are removed, and the focus goes to the button that adds one', async () => {
    const { press, rows, button, saved } = await start([CHRISTMAS]);
    await press('Remove closure 1');
    expect(rows()).toEqual([]);
    expect(document.activeElement).toBe(button('Add a closure'));
    expect((await saved()).closures).toEqual([]);
  });

  it('are not sent without days, or with the last day before the first', async () => {
    const { press, control, settle, http, rows } = await start();
    await press('Add a closure');
    await press('Save');
    expect(line(rows()[0])).toContain('This is needed.');
    typeInto(control(0, 'First day'), '2026-12-26');
    typeInto(control(0, 'Last day'), '2026-12-24');
    await settle();
    await press('Save');

    expect(line(rows()[0])).toContain('The last day is before the first.');
    expect(control(0, 'Last day').getAttribute('aria-invalid')).toBe('true');
    http.expectNone((request) => request.method === 'PUT');
  });

  it('can be for some hours of a day, and for whole days again', async () => {
    const { press, control, rows, settle, saved } = await start([CHRISTMAS]);
    await press('Add a closure');
    const box = (row: number) => rows()[row]!.querySelector<HTMLInputElement>('input[type=checkbox]')!;
    box(0).click();
    box(1).click();
    await settle();
    expect([control(0, 'From').value, control(0, 'Until').value]).toEqual([
      '2026-12-24T12:00',
      '2026-12-26T18:00',
    ]);
    expect(control(1, 'Until').value).toBe(control(1, 'From').value.replace('T12:00', 'T18:00'));
    typeInto(control(0, 'Until'), '2026-12-24T11:00');
    await settle();
    await press('Save');
    expect(line(rows()[0])).toContain('The end is not after the beginning.');
    box(0).click();
    await settle();
    typeInto(control(1, 'From'), '2026-12-31T14:00');
    typeInto(control(1, 'Until'), '2026-12-31T20:00');
    await settle();
    typeInto(control(0, 'Last day'), '2026-12-26');
    await settle();
    expect((await saved()).closures).toEqual([
      CHRISTMAS,
      { from: '2026-12-31T14:00', to: '2026-12-31T20:00', reason: '', public: false },
    ]);
  });

  it('keep the times that a program stored', async () => {
    const times = { from: '2026-12-24T12:00', to: '2026-12-24T15:00:00+01:00', reason: '' };
    const { control, settle, saved } = await start([times]);
    expect(control(0, 'From').value).toBe('2026-12-24T12:00');
    expect(control(0, 'Until').value).toBe('2026-12-24T15:00:00+01:00');
    typeInto(control(0, 'Reason'), 'Party');
    await settle();
    expect((await saved()).closures).toEqual([{ ...times, reason: 'Party', public: false }]);
  });
});

describe('when the chat agent may book', () => {
  it('is saved with notice and buffer', async () => {
    const { input, settle, saved } = await start();
    typeInto(input('Notice, in minutes'), '120');
    typeInto(input('Buffer, in minutes'), '15');
    await settle();
    expect(await saved()).toMatchObject({ notice_minutes: 120, buffer_minutes: 15 });
  });

  it('and change, and what it may look up, is saved', async () => {
    const { input, element, settle, saved } = await start([], 'agent');
    const select = (name: string) => {
      const label = [...element.querySelectorAll('label')].find((one) => line(one).startsWith(name));
      return document.getElementById(label!.htmlFor)!;
    };
    choose(select('When the agent'), 'any');
    typeInto(input('Days ahead'), '90');
    typeInto(input('Cancelling, minutes before'), '1440');
    choose(select('A late cancellation'), 'refuse');
    choose(select('Looking up the caller'), 'verified');
    const notes = [...element.querySelectorAll('label')].find((one) => line(one).startsWith('Notes of app'))!;
    notes.querySelector('input')!.click();
    await settle();
    expect(await saved()).toMatchObject({
      ...{ horizon_days: 90, cancel_notice_minutes: 1_440, cancel_late: 'refuse' },
      ...{ agent_hours: 'any', agent_lookup: 'verified', feed_notes: true },
    });
  });

  it('is not sent beyond the limits, which the field names', async () => {
    const { input, press, settle, text, http } = await start();
    typeInto(input('Notice, in minutes'), '129601');
    typeInto(input('Buffer, in minutes'), '-1');
    await settle();
    await press('Save');
    expect(text()).toContain('At most 129600.');
    expect(text()).toContain('At least 0.');
    http.expectNone((request) => request.method === 'PUT');
  });
});
