import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { payloadOf, textOf } from '../../src/push/telling/push-words';
import { booked } from '../harness/data/appointments';
import { signIn } from '../harness/data/panel-users';
import { axeFaults, BUILT, isAt, isTrue, panelInBrowser, SIZES } from './panel-in-browser';

const WITH_WORKER: BrowserContextOptions = { serviceWorkers: 'allow' };
const CHECK = `navigator.serviceWorker.controller.postMessage({ action: 'CHECK_FOR_UPDATES', nonce: 1 })`;

/** Notes what the worker tells the page. */
const HEARS = `
  globalThis.heard = [];
  navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(data.type));`;

/** The permission and the push service that a browser without a window has not. */
const SUBSCRIBES = `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  let subscription = null;
  PushManager.prototype.getSubscription = async () => subscription;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
    (subscription = {
      toJSON: () => ({
        endpoint: 'https://push.example.com/send/4f9a',
        expirationTime: null,
        keys: { p256dh: applicationServerKey, auth: 'tBHItJI5svbpez7KI4CCXg' },
      }),
      unsubscribe: async () => ((subscription = null), true),
    });`;

/** Notes what the worker shows, which a browser without a window does not. */
const SHOWS = `
  globalThis.shown = [];
  registration.showNotification = async (title, options) => shown.push({ title, ...options });`;

/** As a person does it; a browser lets no program bring a window to the front. */
const CLICK = `
  WindowClient.prototype.focus = async function () { return this; };
  dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    notification: { ...shown[0], close: () => undefined },
    action: '',
    waitUntil: (work) => work,
  }))`;

interface Shown {
  title: string;
}

describe('the worker of the panel', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panel-worker-'));
  beforeAll(() => cpSync(BUILT, folder, { recursive: true }));
  const panel = panelInBrowser(folder);
  afterAll(() => rmSync(folder, { recursive: true }));

  const opened = async (path: string) => {
    const window = await panel.openAs('operator', path, WITH_WORKER);
    const { context, page } = window;
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await isTrue(page, 'navigator.serviceWorker.controller !== null');
    // It knows of the page, and has what it keeps.
    await isTrue(page, `caches.match('/offline.html').then((kept) => kept !== undefined)`);
    return { ...window, worker };
  };
  /** As a build of another version leaves it, or an older one, which has none. */
  const publish = (manifest: object | null) => {
    for (const end of ['', '.br', '.gz']) rmSync(join(folder, `ngsw.json${end}`), { force: true });
    if (manifest !== null) writeFileSync(join(folder, 'ngsw.json'), JSON.stringify(manifest));
  };

  it('shows what is pushed to it, and a click opens what that is about', async () => {
    const { page, context, worker, faults } = await opened('/');
    const person = { id: '0199a0a0-0000-7000-8000-000000000001', name: 'Anna', starts_at: null };
    const reader = { locale: 'en', formats: null, push_names: true };
    const text = textOf('needs_human', [person], 1, reader, 'Europe/Vienna');
    await worker.evaluate(SHOWS);
    await push(context, page, payloadOf(text));
    const read = async () => worker.evaluate<Shown[]>('shown');
    while ((await read()).length === 0) await page.waitForTimeout(20);
    expect(await read()).toMatchObject([
      { title: 'A conversation needs a human', body: 'Anna', tag: text.tag, icon: '/icon-192.png' },
    ]);
    await worker.evaluate(CLICK);
    await isAt(page, text.path);
    // Nobody has such a conversation.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  it('says that nothing answers, and the panel comes back by itself', async () => {
    const { page, context } = await panel.openAs('operator', '/clients', WITH_WORKER);
    await isTrue(page, `caches.match('/offline.js').then((kept) => kept !== undefined)`);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(page.url()).toContain('/clients');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
  });

  it('shows the appointments of today where nothing answers, to who allowed it here, until the log-out', async () => {
    const admin = await signIn(panel.t, { role: 'admin' });
    const starts_at = new Date().toISOString();
    const book = (name: string, resource: string) =>
      booked(panel.t, admin, { client: { name }, starts_at, resource });
    await book('Anna Offline', 'Chair 1');
    const { client_id } = await book('Ben Erased', 'Chair 2');
    const phone = { ...WITH_WORKER, viewport: SIZES.phone };
    const { page, context, faults } = await panel.openAs('desk', '/settings/profile', phone);
    await isTrue(page, `caches.match('/offline.js').then((kept) => kept !== undefined)`);
    const offline = async () => {
      await context.setOffline(true);
      await page.reload();
      await page.getByRole('heading', { name: 'No connection' }).waitFor();
    };
    const online = async () => {
      await context.setOffline(false);
      await page.getByRole('heading', { name: 'Profile' }).waitFor();
    };
    const isKept = (name: string) => `caches.match('/kept-day').then(async (kept) =>
      ((await kept?.text()) ?? '').includes('${name}'))`;
    await offline();
    expect(await page.getByRole('list').count()).toBe(0);
    await online();

    await page.getByLabel('Appointments of today on this device').check();
    await isTrue(page, isKept('Ben Erased'));
    await offline();
    await page.getByRole('listitem').filter({ hasText: 'Anna Offline' }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(2);
    await page.getByText(/^As of .+, offline/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    if (process.env['PICTURE'] !== undefined) await page.screenshot({ path: process.env['PICTURE'] });
    await online();

    const erased = await panel.t.http
      .post(`/api/clients/${client_id}/erase`)
      .set(admin.bearer)
      .send({ name: 'Ben Erased' });
    expect(erased.status).toBe(202);
    await isTrue(page, isKept('Anna Offline'));
    await isTrue(page, `${isKept('Ben Erased')}.then((isThere) => !isThere)`);

    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Email').waitFor();
    await isTrue(page, `caches.has('groupless.day').then((isThere) => !isThere)`);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await page.getByRole('list').count()).toBe(0);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('is told of by a switch of the profile, which lists the devices', async () => {
    const { page, context, faults } = await panel.openAs('operator', '/', WITH_WORKER);
    await context.addInitScript(SUBSCRIBES);
    await page.goto('/settings/profile');
    const box = page.getByLabel('Notify this device');
    await box.check();
    const devices = page.getByRole('list', { name: 'Devices' });
    await devices.getByText('This device').waitFor();
    await page.getByText('Nothing is chosen under “Devices” above yet').waitFor();
    await page.getByLabel('New appointment: Devices').check();
    await page.getByText('Nothing is chosen under “Devices” above yet').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    await page.reload();
    await devices.getByText('This device').waitFor();
    expect(await box.isChecked()).toBe(true);
    await devices.getByRole('button').click();
    await devices.waitFor({ state: 'detached' });
    expect(await box.isChecked()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('asks before a new version is loaded, and what is typed stays until then', async () => {
    // The profile would start the worker before anything follows it.
    const { page, faults } = await opened('/clients');
    await page.getByRole('button', { name: 'New client' }).first().click();
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await name.fill('Half typed');
    const manifest = JSON.parse(readFileSync(join(folder, 'ngsw.json'), 'utf8')) as { appData: object };
    const says = page.getByText('There is a new version of the panel.');
    await page.evaluate(HEARS);
    // Built again, and the same: nothing to ask.
    publish({ ...manifest, timestamp: 1 });
    await page.evaluate(CHECK);
    await isTrue(page, `heard.includes('VERSION_READY')`);
    expect(await says.count()).toBe(0);
    publish({ ...manifest, timestamp: 2, appData: { main: '/main-OTHER123.js' } });
    await page.evaluate(CHECK);
    await says.waitFor();
    expect(await says.count()).toBe(1);
    expect(await axeFaults(page)).toEqual([]);

    const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await Promise.all([asked, page.getByRole('button', { name: 'Load again' }).click()]);
    expect(await name.inputValue()).toBe('Half typed');
    expect(faults).toEqual([]);
  });

  it('keeps no page of the panel: each comes from the server, and with an older panel the worker goes', async () => {
    const { page } = await opened('/clients');
    const policies = [];
    for (let times = 0; times < 2; times++)
      policies.push((await page.reload())?.headers()['content-security-policy']);
    expect(new Set(policies).size).toBe(2);
    const kept = await page.evaluate<string[]>(`(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith('/ngsw:'));
    })()`);
    expect([...new Set(kept)].sort()).toEqual([
      ...['/assignments', '/latest', '/manifests', '/offline.css', '/offline.html', '/offline.js'],
    ]);

    publish(null);
    await page.evaluate(CHECK);
    await isTrue(page, 'navigator.serviceWorker.getRegistration().then((one) => one === undefined)');
  });
});

/** As a push service hands it to the browser. */
async function push(context: BrowserContext, page: Page, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
      registrations.forEach(({ registrationId }) => resolve(registrationId)),
    ),
  );
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await devtools.detach();
}
