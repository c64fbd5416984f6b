import type { PushDeviceDto } from '@groupless/shared-dto';
import { startScreen } from '../../../testing/settings';
import { PanelWorker } from '../../layout/worker/panel-worker';
import { keep } from '../../storage/kept';
import profile from './i18n/en.json' with { type: 'json' };
import { ProfileDevices } from './profile-devices';

const PHONE: PushDeviceDto = {
  id: 'd1',
  name: 'Chrome, Android',
  created_at: '2026-11-20T09:00:00.000Z',
  last_at: null,
};
const DESK = { ...PHONE, id: 'd2', name: 'Firefox, Linux' };
const keys = { p256dh: 'point', auth: 'secret' };
const endpoint = 'https://push.example.com/send/1';

let permission: NotificationPermission;
let subscribes: jest.Mock;
let unsubscribes: jest.Mock;
const there = { serviceWorker: {}, PushManager: {}, Notification: {}, isSecureContext: true };

/** What the browser has, besides what jsdom has. */
function browserHas(parts: Partial<typeof there>): void {
  const { serviceWorker, ...rest } = parts;
  if (serviceWorker !== undefined)
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  for (const [name, value] of Object.entries(rest))
    Object.defineProperty(globalThis, name, { configurable: true, value });
}

beforeEach(() => {
  permission = 'default';
  subscribes = jest.fn().mockResolvedValue({ toJSON: () => ({ endpoint, expirationTime: null, keys }) });
  unsubscribes = jest.fn().mockResolvedValue(undefined);
  there.Notification = { requestPermission: async () => permission };
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  for (const name of ['PushManager', 'Notification', 'isSecureContext'])
    Reflect.deleteProperty(globalThis, name);
});

async function start(devices: PushDeviceDto[] = [], inputs: object = {}) {
  const screen = await startScreen(ProfileDevices, {
    texts: { profile },
    inputs: { permission, isNothingChosen: false, ...inputs },
    providers: [{ provide: PanelWorker, useValue: { subscribe: subscribes, unsubscribe: unsubscribes } }],
  });
  screen.http.expectOne('/api/auth/push').flush({ public_key: 'public', devices });
  await screen.settle();
  const box = () => screen.element.querySelector<HTMLInputElement>('input[type=checkbox]');
  const press = async () => {
    box()!.click();
    await screen.settle();
  };
  return { ...screen, box, pressBox: press };
}

describe('the devices in the profile', () => {
  it('are this one once the browser and the API have taken it', async () => {
    browserHas(there);
    const { box, pressBox, http, settle, text } = await start([PHONE]);
    expect(box()!.checked).toBe(false);
    permission = 'granted';
    await pressBox();
    expect(subscribes).toHaveBeenCalledWith('public');
    const asked = http.expectOne({ method: 'POST', url: '/api/auth/push' });
    expect(asked.request.body).toEqual({ endpoint, keys });
    asked.flush(DESK);
    await settle();
    expect(box()!.checked).toBe(true);
    expect(text()).toContain('Firefox, Linux This device');
  });

  it('are shown with this one as on, which is then switched off', async () => {
    browserHas(there);
    permission = 'granted';
    keep('groupless.push_device', 'd1');
    const { box, pressBox, http, settle, text } = await start([PHONE, DESK]);
    expect(box()!.checked).toBe(true);
    expect(text()).toContain('Chrome, Android This device');
    await pressBox();
    http.expectOne({ method: 'DELETE', url: '/api/auth/push/d1' }).flush(null);
    await settle();
    expect(unsubscribes).toHaveBeenCalledTimes(1);
    expect(box()!.checked).toBe(false);
    expect(text()).not.toContain('Chrome');
  });

  it('stay as they were where the user refuses', async () => {
    browserHas(there);
    const { box, pressBox, http } = await start();
    permission = 'denied';
    await pressBox();
    expect(subscribes).not.toHaveBeenCalled();
    expect([box()!.checked, box()!.disabled]).toEqual([false, true]);
    http.verify();
  });

  it('say that the push service cannot be reached', async () => {
    browserHas(there);
    permission = 'granted';
    subscribes.mockRejectedValue(new DOMException('push service error', 'AbortError'));
    const { box, pressBox, http } = await start();
    await pressBox();
    expect(box()!.checked).toBe(false);
    http.verify();
  });

  it('come back where one could not be removed', async () => {
    browserHas(there);
    const { http, press, settle, text } = await start([PHONE, DESK]);
    await press('Remove Firefox, Linux');
    expect(text()).not.toContain('Firefox');
    http
      .expectOne({ method: 'DELETE', url: '/api/auth/push/d2' })
      .flush({ code: 'internal' }, { status: 500, statusText: 'No' });
    await settle();
    expect(text()).toContain('Firefox');
    expect(unsubscribes).not.toHaveBeenCalled();
  });

  it('say that nothing is chosen for them', async () => {
    browserHas(there);
    permission = 'granted';
    keep('groupless.push_device', 'd1');
    const { text } = await start([PHONE], { isNothingChosen: true });
    expect(text()).toContain(profile.device_nothing_chosen);
  });

  it.each([
    ['https', { isSecureContext: false }, ''],
    ['browser', { isSecureContext: true }, 'Firefox'],
    ['install', { isSecureContext: true }, 'iPhone'],
  ] as const)('say what stands in the way: %s', async (why, parts, agent) => {
    browserHas(parts);
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    const { box, text } = await start([PHONE]);
    expect(text()).toContain(profile.device_needs[why]);
    expect(box()).toBeNull();
    expect(text()).toContain('Chrome, Android');
    jest.restoreAllMocks();
  });
});
