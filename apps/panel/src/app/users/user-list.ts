import { Component, computed, inject } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { ROLES, type UserDto } from '@groupless/shared-dto';
import { Texts } from '../i18n/texts';
import { Dialogs } from '../ui/dialogs/dialogs';
import { PageHeader } from '../layout/page-header';
import { recordList } from '../layout/record-list';
import { Shortcuts } from '../ui/keys/shortcuts';
import { Session } from '../session/session';
import { Avatar } from '../ui/avatar';
import { Cell, CompactRow } from '../ui/data-table/cell';
import { DataTable } from '../ui/data-table/data-table';
import { FilterChips } from '../ui/lists/filter-chips';
import { Highlighted } from '../ui/formats/highlighted';
import { Icon } from '../ui/icon';
import { RelativeTime } from '../ui/formats/relative-time';
import { SearchField } from '../ui/lists/search-field';
import { StatusChip } from '../ui/status-chip';
import { openInvite } from './invites/open-invite';
import { USER_COLUMNS } from './user-columns';
import { statusOf } from './user-status';
import { UsersTabs } from './users-tabs';

/** Who may use the panel. */
@Component({
  selector: 'app-user-list',
  imports: [
    Avatar,
    Cell,
    CompactRow,
    DataTable,
    FilterChips,
    Highlighted,
    Icon,
    PageHeader,
    RelativeTime,
    RouterOutlet,
    SearchField,
    StatusChip,
    TranslocoPipe,
    UsersTabs,
  ],
  templateUrl: './user-list.html',
  styleUrls: ['../ui/lists/list-page.css', './user-list.css'],
})
export class UserList {
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(Texts);

  protected readonly ownId = inject(Session).user_id;
  protected readonly statusOf = statusOf;
  protected readonly users = recordList<UserDto>({
    url: '/api/users',
    columns: USER_COLUMNS,
    nameOf: ({ name }) => name,
    sort: 'name',
    filters: [
      { id: 'search' },
      {
        id: 'role',
        label: 'users.columns.role',
        options: () => this.texts.choices(ROLES, 'roles'),
      },
      {
        id: 'is_active',
        label: 'users.access.title',
        options: () => this.texts.choices(['true', 'false'], 'users.access'),
        isSingle: true,
      },
    ],
    empty: (isFiltered) => ({
      icon: 'users',
      heading: isFiltered ? 'users.none_found' : 'users.none',
      text: 'users.none_found_text',
    }),
  });
  protected readonly search = computed(() => this.users.values()['search'] ?? '');
  protected readonly openName = computed(
    () => this.users.list.items().find(({ id }) => id === this.users.openId())?.name ?? null,
  );

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'users.invite.action', group: 'keys.list', run: () => void this.invite() },
    ]);
  }

  protected invite(): Promise<void> {
    return openInvite(this.dialogs);
  }
}
