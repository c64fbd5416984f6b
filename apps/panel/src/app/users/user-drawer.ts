import { Component, computed, inject, input } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PageDto, UserDto } from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { isProblem } from '../http/problem';
import { query } from '../data/query';
import { Texts } from '../i18n/texts';
import { Drawer } from '../layout/drawer';
import { Shortcuts } from '../ui/keys/shortcuts';
import { urlState } from '../layout/url-state';
import { Avatar } from '../ui/avatar';
import { IconButton } from '../ui/icon-button';
import { RecordState } from '../ui/record-state';
import { StatusChip } from '../ui/status-chip';
import { TabLinks } from '../ui/lists/tab-links';
import { AuditList } from './audit/audit-list';
import { UserActions } from './user-actions';
import { UserOverview } from './user-overview';
import { UserSessions } from './user-sessions';
import { statusOf } from './user-status';

const TABS = ['', 'sessions', 'audit'];

/** One user beside the list: who it is, where they are logged in, what they did. */
@Component({
  selector: 'app-user-drawer',
  imports: [
    AuditList,
    Avatar,
    Drawer,
    IconButton,
    RecordState,
    StatusChip,
    TabLinks,
    TranslocoPipe,
    UserOverview,
    UserSessions,
  ],
  templateUrl: './user-drawer.html',
  styleUrl: './user-drawer.css',
})
export class UserDrawer {
  /** From the address. */
  readonly id = input.required<string>();
  private readonly router = inject(Router);
  private readonly texts = inject(Texts);
  private readonly actions = inject(UserActions);
  private readonly askedTab = urlState('tab');

  protected readonly user = query<UserDto>(() => apiPath`/api/users/${this.id()}`);
  /** The other admins. */
  private readonly admins = query<PageDto<UserDto>>(() => ({
    url: '/api/users',
    query: { role: 'admin', is_active: true, limit: 2 },
  }));
  /** Null while it is read, and once it is deleted. */
  protected readonly shown = computed(() =>
    isProblem(this.user.problem(), 'not_found') ? null : this.user.value(),
  );
  protected readonly tab = computed(() => TABS.find((tab) => tab === this.askedTab.value()) ?? '');
  protected readonly tabs = computed(() => {
    return TABS.map((value) => ({ value, label: this.texts.of(`users.tabs.${value || 'overview'}`) }));
  });
  protected readonly isLastAdmin = computed(() => {
    const admins = this.admins.value();
    return admins?.total === 1 && admins.items[0]?.id === this.id();
  });
  protected readonly statusOf = statusOf;

  constructor() {
    inject(Shortcuts).register([
      { keys: 'e', label: 'users.actions.edit', group: 'keys.list', run: () => void this.edit() },
    ]);
  }

  protected reload(): void {
    void this.user.reload();
    void this.admins.reload();
  }

  protected async edit(): Promise<void> {
    const user = this.shown();
    if (user !== null) this.take(await this.actions.edit(user));
  }

  /** Shows the changed user. */
  protected take(changed: UserDto | null): void {
    if (changed !== null) this.user.take(changed);
  }

  protected leave(): void {
    void this.router.navigate(['/users'], { queryParamsHandling: 'preserve' });
  }
}
