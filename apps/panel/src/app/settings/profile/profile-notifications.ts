import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  signal,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettingsDto,
} from '@groupless/shared-dto';
import { OutcomeReminder } from '../../crm/outcome-reminder';
import { query } from '../../data/query';
import { Serial } from '../../http/serial';
import { chime } from '../../layout/notifications/chime';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { ProfileApi } from './profile-api';

type Way = keyof NotificationSettingsDto;

/** What the user is told of, and how. Each choice counts at once; the browser is asked by a click alone. */
@Component({
  selector: 'app-profile-notifications',
  imports: [ErrorPanel, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './profile-notifications.html',
  styleUrls: ['./section.css', './profile-notifications.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProfileNotifications {
  private readonly api = inject(ProfileApi);
  protected readonly toasts = inject(Toasts);
  protected readonly outcomes = inject(OutcomeReminder);
  private readonly saving = new Serial();
  private readonly isAdmin = inject(Session).isAdmin;
  protected readonly kinds = computed(() =>
    NOTIFICATION_KINDS.filter((kind) => kind !== 'account_limit' || this.isAdmin()),
  );
  protected readonly ways = ['desktop', 'sound'] as const;
  protected readonly settings = query<NotificationSettingsDto>(() => '/api/auth/notifications');
  protected readonly permission = signal(
    'Notification' in globalThis ? Notification.permission : ('missing' as const),
  );
  /** Something is chosen that this browser has not been asked about. */
  protected readonly hasToAsk = computed(
    () => this.permission() === 'default' && (this.settings.value()?.desktop.length ?? 0) > 0,
  );

  constructor() {
    const { nativeElement: host } = inject<ElementRef<HTMLElement>>(ElementRef);
    const injector = inject(Injector);
    const fragment = toSignal(inject(ActivatedRoute).fragment);
    const isRead = computed(() => this.settings.value() !== null);
    // Who was sent here chooses at once.
    effect(() => {
      if (fragment() !== 'profile-notifications' || !isRead()) return;
      const focus = () => host.querySelector<HTMLElement>('input:enabled')?.focus();
      afterNextRender(focus, { injector });
    });
  }

  protected async choose(kind: NotificationKind, way: Way, isWanted: boolean): Promise<void> {
    const change = (isOn: boolean) => (before: NotificationSettingsDto) => {
      const kept = before[way].filter((one) => one !== kind);
      return { ...before, [way]: isOn ? [...kept, kind] : kept };
    };
    if (this.settings.value() === null) return;
    this.settings.update(change(isWanted));
    if (isWanted && way === 'desktop') void this.ask();
    try {
      // The whole document is stored: each request has all that is chosen by then.
      await this.saving.run(() =>
        this.api.setNotifications(this.settings.value() ?? { desktop: [], sound: [] }),
      );
    } catch (error) {
      this.settings.update(change(!isWanted));
      this.toasts.failed('profile.notify_not_saved', error);
    }
  }

  protected async ask(): Promise<void> {
    if (this.permission() === 'default') this.permission.set(await Notification.requestPermission());
  }

  protected play(): void {
    void chime();
  }
}
