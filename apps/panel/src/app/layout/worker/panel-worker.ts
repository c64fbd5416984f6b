import { createEnvironmentInjector, EnvironmentInjector, inject, Injectable, isDevMode } from '@angular/core';
import { provideServiceWorker, SwPush, SwUpdate } from '@angular/service-worker';
import { trustedAddress } from '../../http/trusted-address';

const SCRIPT = '/panel-worker.js';

/**
 * The service worker, which lives on while no panel is open: it shows what the API pushes, and a page of its own where nothing
 * answers. Registered when this is first asked for, since nothing at the start needs it.
 */
@Injectable({ providedIn: 'root' })
export class PanelWorker {
  /** Of the root they would be part of the start. `ng serve` has no worker. */
  private readonly injector = createEnvironmentInjector(
    [provideServiceWorker(SCRIPT, { enabled: !isDevMode() })],
    inject(EnvironmentInjector),
  );
  readonly updates = this.injector.get(SwUpdate);
  readonly push = this.injector.get(SwPush);

  constructor() {
    if (!this.updates.isEnabled) return;
    // A browser that refuses goes without.
    const script = trustedAddress(new URL(SCRIPT, location.origin));
    navigator.serviceWorker.register(script).catch(() => undefined);
  }

  /** Has the browser's push service take notifications for this browser. */
  async subscribe(applicationServerKey: string): Promise<PushSubscription> {
    const { pushManager } = await navigator.serviceWorker.ready;
    // One of another key, or of a device that the API knows no more, is of no use.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  }

  async unsubscribe(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }
}
