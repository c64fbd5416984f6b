import { DestroyRef, DOCUMENT, effect, inject } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { Router } from '@angular/router';
import type { VersionEvent } from '@angular/service-worker';
import { filter, take } from 'rxjs';
import { Connectivity } from '../../http/connectivity';
import { FeatureTexts } from '../../i18n/feature-texts';
import type { Texts } from '../../i18n/languages';
import { Toasts } from '../../ui/toasts/toasts';
import { pathOf } from '../notifications/notice';
import { PanelWorker } from './panel-worker';

const WORKER_TEXTS: Texts = (language) => import(`./i18n/${language}.json`);
/** Beside each time that the server comes back: then it may have been updated. */
const LOOK_EVERY_MS = 3_600_000;

/** Starts the worker, and follows what it tells. In the injection context of the frame. */
export function followWorker(): void {
  const worker = inject(PanelWorker);
  if (!worker.updates.isEnabled) return;
  askForNewVersion(worker);
  openClicked(worker);
}

/** Says once that there is a new version. It is taken by a new load of the page alone, when the user wants it. */
function askForNewVersion({ updates }: PanelWorker): void {
  const { location } = inject(DOCUMENT);
  const toasts = inject(Toasts);
  const texts = inject(FeatureTexts);
  const { cameBack } = inject(Connectivity);
  const own = inject(DOCUMENT).querySelector('script[type=module][src]')?.getAttribute('src');
  const say = async () => {
    await texts.add('worker', WORKER_TEXTS);
    toasts.remark('worker.new_version', {
      action: { label: 'session.load_again', run: () => location.reload() },
    });
  };
  updates.versionUpdates
    .pipe(
      filter((event) => isOther(event, own)),
      take(1),
      takeUntilDestroyed(),
    )
    .subscribe(() => void say());
  // Else the worker knows nothing of a page that it did not load itself, and tells it nothing.
  void updates.activateUpdate().catch(() => undefined);

  const look = () => void updates.checkForUpdate().catch(() => undefined);
  const timer = setInterval(look, LOOK_EVERY_MS);
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
  effect(() => {
    if (cameBack() > 0) look();
  });
}

/** The page itself always comes from the server, and so may be newer than the worker. */
function isOther(event: VersionEvent, own: string | null | undefined): boolean {
  if (event.type !== 'VERSION_READY') return false;
  const { main } = event.latestVersion.appData as { main: string };
  return main !== own;
}

/** Opens what a notification is about. The worker has brought one tab to the front, and tells them all. */
function openClicked({ push }: PanelWorker): void {
  const router = inject(Router);
  const page = inject(DOCUMENT);
  push.notificationClicks.pipe(takeUntilDestroyed()).subscribe(({ notification }) => {
    const path = pathOf(notification);
    if (path !== undefined && page.hasFocus()) void router.navigateByUrl(path);
  });
}
