import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuditEventDto, ClientDto, PageDto, UserDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { pageList } from '../../data/page-list';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { DAY_MS, toInstantOrNext } from '../../i18n/zoned-time';
import { Texts } from '../../i18n/texts';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { PageHeader } from '../../layout/page-header';
import { urlChange, urlState } from '../../layout/url-state';
import { Appearance } from '../../i18n/appearance';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FilterChips, type Filter } from '../../ui/lists/filter-chips';
import { SearchField } from '../../ui/lists/search-field';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { DateTime } from '../../ui/formats/relative-time';
import { AuditAction } from './audit-action';
import { ACTION_KINDS, detailsText } from './audit-actions';
import { AuditActor } from './audit-actor';
import { AuditObject } from './audit-object';
import { UsersTabs } from '../users-tabs';

const COLUMNS: readonly Column[] = [
  { id: 'at', label: 'users.audit.at', width: '184px' },
  { id: 'who', label: 'users.audit.who', width: '2fr' },
  { id: 'what', label: 'users.audit.what', width: '3fr' },
  { id: 'object', label: 'users.audit.object', width: '2fr' },
  { id: 'details', label: 'users.audit.details', width: '3fr' },
  { id: 'ip', label: 'users.audit.ip', width: '128px' },
];
const FILTERS = ['q', 'user_id', 'action', 'object', 'client_id', 'from', 'to'] as const;
/** As many users as one chooses from. */
const CHOICE = 200;

/** Everything that was done: who, what, when and from where. */
@Component({
  selector: 'app-audit-trail',
  imports: [
    AuditAction,
    AuditActor,
    AuditObject,
    Cell,
    CompactRow,
    DataTable,
    DateTime,
    EmptyState,
    FilterChips,
    Icon,
    IconButton,
    PageHeader,
    SearchField,
    TranslocoPipe,
    UsersTabs,
  ],
  templateUrl: './audit-trail.html',
  styleUrls: ['../../ui/lists/list-page.css', './audit-trail.css'],
})
export class AuditTrail {
  protected readonly formats = inject(Formats);
  private readonly change = urlChange();
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(Texts);
  private readonly appearance = inject(Appearance);

  protected readonly q = urlState('q');
  private readonly user_id = urlState('user_id');
  private readonly action = urlState('action');
  protected readonly object = urlState('object');
  protected readonly client_id = urlState('client_id');
  protected readonly from = urlState('from');
  protected readonly to = urlState('to');
  protected readonly columns = COLUMNS;
  protected readonly detailsText = detailsText;

  private readonly users = query<PageDto<UserDto>>(() => ({
    url: '/api/users',
    query: { limit: CHOICE },
  }));
  protected readonly events = pageList<AuditEventDto>(() => ({
    url: '/api/settings/audit',
    query: {
      q: this.q.value(),
      user_id: this.user_id.value(),
      action: this.action.value(),
      object: this.object.value(),
      client_id: this.client_id.value(),
      from: this.midnight(this.from.value()),
      to: this.midnight(this.to.value(), 1),
    },
  }));
  private readonly client = query<ClientDto>(() =>
    this.client_id.value() === '' ? undefined : apiPath`/api/clients/${this.client_id.value()}`,
  );
  /** Of one that is deleted only the id is known. */
  protected readonly clientName = computed(() => this.client.value()?.name ?? this.client_id.value());
  protected readonly filters = computed<Filter[]>(() => {
    const users = this.users.value()?.items ?? [];
    return [
      {
        id: 'user_id',
        label: this.texts.of('users.audit.who'),
        options: users.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        id: 'action',
        label: this.texts.of('users.audit.what'),
        options: ACTION_KINDS.map((kind) => ({
          value: `${kind}.`,
          label: this.texts.of(`users.audit.kinds.${kind}`),
        })),
      },
    ];
  });
  protected readonly filterValues = computed(() => ({
    user_id: this.user_id.value(),
    action: this.action.value(),
  }));
  protected readonly isFiltered = computed(() =>
    [this.q, this.user_id, this.action, this.object, this.client_id, this.from, this.to].some(
      ({ value }) => value() !== '',
    ),
  );

  protected readonly idOf = ({ id }: AuditEventDto) => id;
  protected readonly nameOf = ({ action }: AuditEventDto) => action;

  /** Of several values the API takes one: the one that was chosen last. */
  protected filterBy({ id, value }: { id: string; value: string }): void {
    const last = value.split(',').at(-1) ?? '';
    if (id === 'user_id') this.user_id.set(last);
    else this.action.set(last);
  }

  protected clear(): void {
    this.change(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }

  protected async open(event: AuditEventDto): Promise<void> {
    const load = () => import('./audit-dialog').then(({ AuditDialog }) => AuditDialog);
    await this.dialogs.load(load, { data: event, width: 'min(520px, calc(100vw - 32px))' });
  }

  /** When a day in the business's zone begins, or one that many days later. */
  private midnight(date: string, daysLater = 0): string | null {
    const dayMs = Date.parse(`${date}T00:00:00Z`);
    if (Number.isNaN(dayMs)) return null;
    const day = new Date(dayMs + daysLater * DAY_MS).toISOString().slice(0, 10);
    return toInstantOrNext({ date: day, time: '00:00' }, this.appearance.businessZone());
  }
}
