import { httpResource } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, effect, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuthSessionDto } from '@groupless/shared-dto';
import { Connectivity } from '../../http/connectivity';
import { Confirm } from '../../layout/confirm';
import { Toasts } from '../../layout/toasts';
import { Session } from '../../session/session';
import { browserName, isPhone } from '../../ui/browser-name';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { ProfileApi } from './profile-api';

/** Where the user is logged in. */
@Component({
  selector: 'app-profile-sessions',
  imports: [ErrorPanel, Icon, RelativeTime, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './profile-sessions.html',
  styleUrls: ['./section.css', './profile-sessions.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProfileSessions {
  private readonly api = inject(ProfileApi);
  private readonly session = inject(Session);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  protected readonly sessions = httpResource<AuthSessionDto[]>(() => '/api/auth/sessions', {
    defaultValue: [],
  });
  protected readonly browserName = browserName;
  protected readonly isPhone = isPhone;

  constructor() {
    const connectivity = inject(Connectivity);
    effect(() => {
      if (connectivity.came_back() > 0) this.sessions.reload();
    });
  }

  /** Gone at once; back if it could not be ended. */
  protected async end(ended: AuthSessionDto): Promise<void> {
    const before = this.sessions.value();
    this.sessions.value.set(before.filter(({ id }) => id !== ended.id));
    try {
      await this.api.endSession(ended.id);
      this.toasts.show('profile.session_ended');
    } catch (error) {
      this.sessions.value.set(before);
      this.toasts.failed('profile.session_not_ended', error);
    }
  }

  protected async endAll(): Promise<void> {
    const is_sure = await this.confirm.ask({
      title: 'profile.end_all_title',
      text: 'profile.end_all_text',
      action: 'profile.end_all',
      is_dangerous: true,
    });
    if (!is_sure) return;
    try {
      await this.session.logOutEverywhere();
    } catch (error) {
      this.toasts.failed('profile.session_not_ended', error);
    }
  }
}
