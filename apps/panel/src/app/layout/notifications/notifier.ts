import { DestroyRef, effect, inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoService } from '@jsverse/transloco';
import type { EventDto, NotificationSettingsDto } from '@groupless/shared-dto';
import { LiveEvents } from '../../data/live-events';
import { query } from '../../data/query';
import { FeatureTexts } from '../../i18n/feature-texts';
import { chime } from './chime';
import { Happenings, type Happening } from './happenings';
import { noticeOf } from './notice';
import { NOTIFICATION_TEXTS } from './notification-texts';
import { OwnWrites } from './own-writes';

const EVENTS = [
  'appointment.created',
  'appointment.updated',
  'conversation.updated',
  'conversation.waiting',
  'conversation.mentioned',
  'account.updated',
] as const;
/** The tab that holds this lock notifies; when it closes, another tab gets the lock. */
const LOCK = 'groupless.notifier';
/** An event may come before the answer to the write that caused it. */
const AFTER_WRITE_MS = 800;

/** Notifies the user as chosen in the profile: by a desktop notification and by a sound. */
export function notifier(): void {
  const events = inject(LiveEvents);
  const happenings = inject(Happenings);
  const page = inject(DestroyRef);
  const telling = inject(Telling);
  inject(OwnWrites);
  const settings = query<NotificationSettingsDto>(() => '/api/auth/notifications');
  const wanted = ({ kind, isOwn = false }: Happening, how: 'desktop' | 'sound') => {
    const chosen = settings.value()?.[how] ?? [];
    return chosen.includes(kind) || (isOwn && chosen.includes('own_appointment'));
  };
  const wantsAny = () => {
    const { desktop = [], sound = [] } = settings.value() ?? {};
    return desktop.length + sound.length > 0;
  };
  const isTeller = whileTelling(page);
  /** What was so before is read once something is wanted. */
  let begun: Promise<void> | null = null;
  const begin = () =>
    (begun ??= happenings.begin().catch((error: unknown) => {
      // The next event tries again.
      begun = null;
      throw error;
    }));
  effect(() => {
    if (wantsAny() && isTeller()) begin().catch(() => undefined);
  });

  const onEvent = async (event: EventDto) => {
    await new Promise((resolve) => setTimeout(resolve, AFTER_WRITE_MS));
    if (!isTeller() || !wantsAny()) return;
    if (event.type === 'resync') begun = null;
    await begin();
    if (event.type === 'resync') return;
    const happening = await happenings.of(event);
    if (happening === null) return;
    if (wanted(happening, 'desktop')) void telling.show(happening);
    if (wanted(happening, 'sound')) void chime();
  };
  // What cannot be read, such as a row that is gone already, is not told.
  events.onEvent(EVENTS, (event) => void onEvent(event).catch(() => undefined), page);
}

/** Whether this tab is the one that tells. Where the browser has no locks, every tab is. */
function whileTelling(page: DestroyRef): () => boolean {
  const isTeller = signal(false);
  if (!('locks' in navigator)) {
    isTeller.set(true);
    return isTeller;
  }
  const end = new AbortController();
  const untilEnd = new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
  page.onDestroy(() => end.abort());
  void navigator.locks
    .request(LOCK, { signal: end.signal }, () => {
      isTeller.set(true);
      return untilEnd;
    })
    .catch(() => undefined);
  return isTeller;
}

/** Notifications of the desktop. Permission is asked for where they are chosen, never here. */
@Injectable({ providedIn: 'root' })
class Telling {
  private readonly router = inject(Router);
  private readonly texts = inject(FeatureTexts);
  private readonly transloco = inject(TranslocoService);

  async show({ kind, text, path }: Happening): Promise<void> {
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    await this.texts.add('notifications', NOTIFICATION_TEXTS);
    const title = this.transloco.translate(`notifications.kinds.${kind}`);
    const notice = noticeOf({ body: text, tag: `${kind} ${path}`, path });
    // A device that is told by push, too, has one of both then.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker !== undefined) return worker.showNotification(title, notice);
    const shown = new Notification(title, notice);
    shown.onclick = () => {
      window.focus();
      shown.close();
      void this.router.navigateByUrl(path);
    };
  }
}
