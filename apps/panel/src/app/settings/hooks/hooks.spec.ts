import { TestBed } from '@angular/core/testing';
import type { HookDeliveryDto, HookDto } from '@groupless/shared-dto';
import { type as typeInto } from '../../../testing/render';
import { clearOverlays, line, startDialog, startScreen } from '../../../testing/settings';
import { Toasts } from '../../ui/toasts/toasts';
import { SettingsPage } from '../settings-page';
import { ShownHooks } from '../shown-hooks';
import { HookDialog } from './hook-dialog';
import { HookLog } from './hook-log';
import { Hooks } from './hooks';
import en from './i18n/en.json' with { type: 'json' };

const PATH = '/api/settings/hooks';
const texts = { hooks: en };
const HOOK: HookDto = {
  id: '019a0000-0000-7000-8000-000000000001',
  url: 'https://hooks.example.com/one',
  events: ['appointment.created'],
  active: true,
  made_by_key: null,
  previous_secret_until: null,
  failing_since: null,
  switched_off_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
};
const OFF: HookDto = {
  ...HOOK,
  active: false,
  failing_since: '2026-11-17T09:00:00.000Z',
  switched_off_at: '2026-11-20T09:00:00.000Z',
};
const DELIVERY: HookDeliveryDto = {
  id: '019a0000-0000-7000-8000-000000000002',
  event: 'appointment.created',
  object_id: 'a1',
  status: 'failed',
  attempts: 12,
  response_status: 503,
  request_body: '{"type":"appointment.created"}',
  response_body: 'Try later',
  error: 'answered 503',
  duration_ms: 41,
  created_at: '2026-11-20T08:00:00.000Z',
  last_attempt_at: '2026-11-20T09:00:00.000Z',
  next_attempt_at: null,
};
const LOG = `${PATH}/${HOOK.id}/deliveries`;
const page = { items: [DELIVERY], next_cursor: null, total: 1, total_is_exact: true };

afterEach(clearOverlays);

describe('the outbound webhooks', () => {
  async function start(hooks: HookDto[]) {
    const screen = await startScreen(Hooks, { texts, providers: [ShownHooks] });
    screen.http.expectOne(PATH).flush(hooks);
    await screen.settle();
    return screen;
  }

  it('say what they are for while there are none', async () => {
    expect((await start([])).text()).toContain('No outbound webhooks yet');
  });

  it('that work show their address and events', async () => {
    const { text } = await start([HOOK]);

    expect(text()).toMatch(/hooks\.example\.com\/one ?Active ?appointment\.created ?Switch off/);
  });

  it('that were switched off say since when and why, and are switched on', async () => {
    const { text, http, press, settle } = await start([OFF]);
    http.expectOne(({ url }) => url === LOG).flush(page);
    await settle();
    expect(text()).toMatch(/Switched off on Nov 20, 2026.*since Nov 17, 2026.*Last error: ?answered 503/);

    await press(`Switch on ${HOOK.url}`);
    const changed = http.expectOne(`${PATH}/${HOOK.id}`);
    expect(changed.request.body).toEqual({ active: true });
    changed.flush(HOOK);
    await settle();
    http.expectOne(PATH).flush([HOOK]);
    await settle();
    expect(text()).not.toContain('Switched off on');
  });

  it('are deleted after a question', async () => {
    const { press, http, settle } = await start([HOOK]);
    await press(`Delete ${HOOK.url}`);
    await settle();
    http.expectNone(`${PATH}/${HOOK.id}`);
    document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click();
    await settle();

    expect(http.expectOne(`${PATH}/${HOOK.id}`).request.method).toBe('DELETE');
  });
});

describe('a new outbound webhook', () => {
  const open = (data: HookDto | null = null) => startDialog(HookDialog, { texts, data });
  const boxOf = (dialog: HTMLElement, name: string) =>
    [...dialog.querySelectorAll('label')].find((label) => line(label) === name)!.querySelector('input')!;

  it('needs an event', async () => {
    const { dialog, press, http } = await open();
    typeInto(dialog().querySelector('input')!, HOOK.url);
    await press('Make the webhook');

    http.expectNone(PATH);
    expect(line(dialog())).toContain('Choose at least one.');
  });

  it('offers what happens to one kind of object together', async () => {
    const { dialog } = await open();
    const events = [...dialog().querySelectorAll('.events code')].map(({ textContent }) => textContent);
    const kinds = events.map((event) => event.split('.')[0]);
    expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([...new Set(kinds)]);
    expect(events).toEqual(expect.arrayContaining(['appointment.updated', 'appointment.moved']));
  });

  it('shows its secret once, and how to verify with it', async () => {
    const { dialog, press, http, settle } = await open();
    typeInto(dialog().querySelector('input')!, ` ${HOOK.url} `);
    boxOf(dialog(), 'task.updated').click();
    boxOf(dialog(), 'client.created').click();
    await settle();
    await press('Make the webhook');
    const made = http.expectOne(PATH);
    expect(made.request.body).toEqual({ url: HOOK.url, events: ['client.created', 'task.updated'] });
    made.flush({ ...HOOK, secret: 'whsec_whole-secret' });
    await settle();
    dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settle();

    expect(line(dialog())).toContain('whsec_whole-secret');
    expect(line(dialog())).toContain('webhook.verify(rawBody, request.headers)');
    await press('I have kept it');
    expect(document.documentElement.outerHTML).not.toContain('whsec_whole-secret');
  });

  it('says on the address what the API has against it', async () => {
    const { dialog, press, http, settle } = await open(HOOK);
    boxOf(dialog(), 'All events').click();
    await settle();
    await press('Save');
    const errors = [{ field: 'url', code: 'not_allowed', message: 'must begin with https://' }];
    const answer = { code: 'invalid_request', detail: 'No.', errors };
    http.expectOne(`${PATH}/${HOOK.id}`).flush(answer, { status: 400, statusText: 'Bad Request' });
    await settle();

    expect(line(dialog().querySelector('app-field'))).toContain('must begin with https://');
  });
});

describe('an outbound webhook that is there', () => {
  const open = (data: HookDto) => startDialog(HookDialog, { texts, data });

  it('asks for all events, also later ones, by one sign', async () => {
    const { dialog, press, http, settle } = await open(HOOK);
    const boxes = () => [...dialog().querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    boxes()[0]!.click();
    await settle();
    expect(boxes().every(({ checked }) => checked)).toBe(true);
    expect(boxes().filter(({ disabled }) => disabled)).toHaveLength(boxes().length - 1);
    await press('Save');

    expect(http.expectOne(`${PATH}/${HOOK.id}`).request.body).toEqual({ url: HOOK.url, events: ['*'] });
  });

  it('is given a new secret, and says until when the one before signs too', async () => {
    const { dialog, press, http, settle } = await open(HOOK);
    await press('Give it a new secret');
    http
      .expectOne(`${PATH}/${HOOK.id}/rotate`)
      .flush({ ...HOOK, secret: 'whsec_new', previous_secret_until: '2026-11-21T09:00:00.000Z' });
    await settle();

    expect(line(dialog())).toContain('whsec_new');
    expect(line(dialog())).toMatch(/Until Nov 21, 2026.*signed with the secret before, too/);
    await press('I have kept it');
    expect(document.documentElement.outerHTML).not.toContain('whsec_new');
  });

  it('names the key that made it', async () => {
    const screen = await startScreen(Hooks, { texts, providers: [ShownHooks] });
    screen.http.expectOne(PATH).flush([{ ...HOOK, made_by_key: 'Zapier' }]);
    await screen.settle();

    expect(screen.text()).toContain('Made by the API key “Zapier”');
  });
});

describe('the deliveries of an outbound webhook', () => {
  async function start() {
    const screen = await startScreen(HookLog, { texts, inputs: { id: HOOK.id }, providers: [ShownHooks] });
    screen.http.expectOne(PATH).flush([OFF]);
    screen.http.expectOne(({ url }) => url === LOG).flush(page);
    await screen.settle();
    return screen;
  }

  it('show what came of each, which is sent again', async () => {
    const { text, press, http } = await start();
    expect(text()).toMatch(
      /appointment\.created ?Failed.*answered 503.*Answer ?503 ?41 ms ?12 attempts ?Last/,
    );

    // JSON line by line, all else as it is.
    expect(text()).toMatch(/Sent ?{ "type": "appointment.created" } ?Answered ?Try later/);

    await press(`Send again: appointment.created, msg_${DELIVERY.id}`);
    expect(http.expectOne(`${LOG}/${DELIVERY.id}/again`).request.method).toBe('POST');
  });

  it('are read again after a while, but not where nobody sees them', async () => {
    const { http, settle } = await start();
    const pass = async () => {
      await new Promise((resolve) => setTimeout(resolve, 61_000));
      await settle();
    };
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass();
    http.expectNone(({ url }) => url === LOG);
    visibility.mockReturnValue('visible');
    await pass();

    expect(http.match(({ url }) => url === LOG)).not.toEqual([]);
  });

  it('are told whether a test arrived', async () => {
    const { press, http, settle } = await start();
    await press('Send a test');
    http.expectOne(`${PATH}/${HOOK.id}/test`).flush({ ...DELIVERY, event: 'test' });
    await settle();

    const [toast] = TestBed.inject(Toasts).shown();
    expect(toast).toMatchObject({ text: 'hooks.test_failed', params: { error: 'answered 503' } });
  });
});

describe('the list of the settings', () => {
  it('marks the outbound webhooks for admins once one was switched off', async () => {
    const { http, settle, text } = await startScreen(SettingsPage, { texts });
    expect(text()).not.toContain('is switched off');
    http.expectOne(PATH).flush([HOOK, OFF]);
    await settle();

    expect(text()).toContain('Outbound webhooks An outbound webhook is switched off');
  });

  it('does not read them for others', async () => {
    const { http } = await startScreen(SettingsPage, { texts, role: 'viewer' });

    http.expectNone(PATH);
  });

  it('names the version of the server below each screen', async () => {
    const { http, settle, text } = await startScreen(SettingsPage, { texts, role: 'viewer' });
    http.expectOne('/api/health/live').flush({ status: 'live', version: '1.2.3' });
    await settle();

    expect(text()).toMatch(/Groupless 1\.2\.3$/);
  });
});
