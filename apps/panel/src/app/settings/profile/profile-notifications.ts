import {
  afterNextRender,
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
  MAIL_NOTICES,
  NOTIFICATION_KINDS,
  type MailNotice,
  type NotificationKind,
  type NotificationSettingsDto,
} from '@groupless/shared-dto';
import { BookableResources } from '../../crm/bookable-resources';
import { OutcomeReminder } from '../../crm/outcome-reminder';
import { query } from '../../data/query';
import { Serial } from '../../http/serial';
import { chime } from '../../layout/notifications/chime';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { ProfileApi } from './profile-api';
import { ProfileDevices } from './profile-devices';

type Way = 'desktop' | 'sound' | 'push';

/** What the user is told of, and how. Each choice counts at once; the browser is asked by a click alone. */
@Component({
  selector: 'app-profile-notifications',
  imports: [ErrorPanel, ProfileDevices, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './profile-notifications.html',
  styleUrls: ['./section.css', './profile-notifications.css'],
})
export class ProfileNotifications {
  private readonly api = inject(ProfileApi);
  protected readonly toasts = inject(Toasts);
  protected readonly outcomes = inject(OutcomeReminder);
  private readonly saving = new Serial();
  private readonly session = inject(Session);
  private readonly isAdmin = this.session.isAdmin;
  private readonly bookable = inject(BookableResources);
  protected readonly kinds = computed(() =>
    NOTIFICATION_KINDS.filter((kind) => {
      if (kind === 'own_appointment') return this.bookable.own().length > 0;
      return kind !== 'account_limit' || this.isAdmin();
    }),
  );
  protected readonly mailNotices = computed(() =>
    MAIL_NOTICES.filter((kind) => !kind.includes('_fail') || this.isAdmin()),
  );
  /** Who only reads is called for nothing while no panel is open. */
  protected readonly hasDevices = this.session.isOperator;
  protected readonly ways = computed<Way[]>(() => [
    'desktop',
    'sound',
    ...(this.hasDevices() ? (['push'] as const) : []),
  ]);
  protected readonly settings = query<NotificationSettingsDto>(() => '/api/auth/notifications');
  protected readonly permission = signal<NotificationPermission | 'missing'>(
    'Notification' in globalThis ? Notification.permission : 'missing',
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
    if (isWanted && way === 'desktop') void this.ask();
    await this.save(isWanted, (before, isOn) => ({ ...before, [way]: withOne(before[way], kind, isOn) }));
  }

  protected async chooseMail(kind: MailNotice, isWanted: boolean): Promise<void> {
    await this.save(isWanted, (before, isOn) => ({ ...before, mail: withOne(before.mail, kind, isOn) }));
  }

  protected async nameClients(isWanted: boolean): Promise<void> {
    await this.save(isWanted, (before, push_names) => ({ ...before, push_names }));
  }

  private async save(
    isWanted: boolean,
    change: (before: NotificationSettingsDto, isOn: boolean) => NotificationSettingsDto,
  ): Promise<void> {
    if (this.settings.value() === null) return;
    this.settings.update((before) => change(before, isWanted));
    try {
      // The whole document is stored: each request has all that is chosen by then.
      await this.saving.run(async () => {
        const chosen = this.settings.value();
        if (chosen !== null) await this.api.setNotifications(chosen);
      });
    } catch (error) {
      this.settings.update((before) => change(before, !isWanted));
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

function withOne<Kind>(chosen: readonly Kind[], kind: Kind, isOn: boolean): Kind[] {
  const others = chosen.filter((one) => one !== kind);
  return isOn ? [...others, kind] : others;
}
