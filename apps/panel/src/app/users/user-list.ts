import { Component, computed, inject } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { ROLES, type UserDto } from '@groupless/shared-dto';
import { pageList } from '../data/page-list';
import { Texts } from '../i18n/texts';
import { Dialogs } from '../ui/dialogs/dialogs';
import { openRecord } from '../layout/open-record';
import { PageHeader } from '../layout/page-header';
import { Shortcuts } from '../ui/keys/shortcuts';
import { urlChange, urlState } from '../layout/url-state';
import { Session } from '../session/session';
import { Avatar } from '../ui/avatar';
import { Cell, CompactRow } from '../ui/data-table/cell';
import { DataTable } from '../ui/data-table/data-table';
import { EmptyState } from '../ui/empty-state';
import { FilterChips, type Filter } from '../ui/lists/filter-chips';
import { Highlighted } from '../ui/formats/highlighted';
import { Icon } from '../ui/icon';
import { RelativeTime } from '../ui/formats/relative-time';
import { SearchField } from '../ui/lists/search-field';
import { StatusChip } from '../ui/status-chip';
import { openInvite } from './invites/open-invite';
import { BESIDE_HIDDEN, USER_COLUMNS } from './user-columns';
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
    EmptyState,
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
  private readonly change = urlChange();
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(Texts);

  protected readonly search = urlState('search');
  protected readonly role = urlState('role');
  protected readonly is_active = urlState('is_active');
  protected readonly sort = urlState('sort', 'name');
  protected readonly ownId = inject(Session).user_id;
  protected readonly columns = USER_COLUMNS;
  protected readonly statusOf = statusOf;

  protected readonly users = pageList<UserDto>(() => ({
    url: '/api/users',
    query: {
      search: this.search.value(),
      role: this.role.value(),
      is_active: this.is_active.value(),
      sort: this.sort.value(),
    },
  }));
  protected readonly filters = computed<Filter[]>(() => [
    {
      id: 'role',
      label: this.texts.of('users.columns.role'),
      options: this.texts.choices(ROLES, 'roles'),
    },
    {
      id: 'is_active',
      label: this.texts.of('users.access.title'),
      options: this.texts.choices(['true', 'false'], 'users.access'),
    },
  ]);
  protected readonly filterValues = computed(() => ({
    role: this.role.value(),
    is_active: this.is_active.value(),
  }));
  protected readonly isFiltered = computed(
    () => `${this.search.value()}${this.role.value()}${this.is_active.value()}` !== '',
  );
  private readonly record = openRecord();
  protected readonly openId = this.record.id;
  protected readonly openName = computed(
    () => this.users.items().find(({ id }) => id === this.openId())?.name ?? null,
  );
  protected readonly hidden = computed(() => (this.openId() === null ? [] : BESIDE_HIDDEN));

  constructor() {
    inject(Shortcuts).register([
      { keys: 'n', label: 'users.invite.action', group: 'keys.list', run: () => void this.invite() },
    ]);
  }

  protected readonly idOf = ({ id }: UserDto) => id;
  protected readonly nameOf = ({ name }: UserDto) => name;

  /** Of the two kinds of access the API takes one: the one that was chosen last. */
  protected filterBy({ id, value }: { id: string; value: string }): void {
    if (id === 'role') this.role.set(value);
    else this.is_active.set(value.split(',').at(-1) ?? '');
  }

  protected clear(): void {
    this.change({ search: null, role: null, is_active: null });
  }

  protected open({ id }: UserDto): void {
    this.record.open(id);
  }

  protected invite(): Promise<void> {
    return openInvite(this.dialogs);
  }
}
