import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuthSessionDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { browserName, isPhone } from '@groupless/shared-dto/access/browser-name';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { ProfileApi } from './profile-api';

/** Where the user is logged in. */
@Component({
  selector: 'app-profile-sessions',
  imports: [ErrorPanel, Icon, RelativeTime, Skeleton, TranslocoPipe, WhileWaiting],
  templateUrl: './profile-sessions.html',
  styleUrls: ['./section.css', './profile-sessions.css'],
})
export class ProfileSessions {
  private readonly api = inject(ProfileApi);
  private readonly session = inject(Session);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  protected readonly sessions = query<AuthSessionDto[]>(() => '/api/auth/sessions');
  protected readonly browserName = browserName;
  protected readonly isPhone = isPhone;

  /** Gone at once; back if it could not be ended. */
  protected async end(ended: AuthSessionDto): Promise<void> {
    this.sessions.update((all) => all.filter(({ id }) => id !== ended.id));
    try {
      await this.api.endSession(ended.id);
      this.toasts.show('profile.session_ended');
    } catch (error) {
      this.sessions.update((all) => [...all.filter(({ id }) => id !== ended.id), ended]);
      this.toasts.failed('profile.session_not_ended', error);
    }
  }

  protected async endAll(): Promise<void> {
    const isSure = await this.confirm.ask({
      title: 'profile.end_all_title',
      text: 'profile.end_all_text',
      action: 'profile.end_all',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.session.logOutEverywhere();
    } catch (error) {
      this.toasts.failed('profile.session_not_ended', error);
    }
  }
}
