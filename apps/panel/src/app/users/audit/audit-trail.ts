import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuditEventDto, ClientDto, PageDto, UserDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { DAY_MS, toInstantOrNext } from '../../i18n/zoned-time';
import { Texts } from '../../i18n/texts';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { PageHeader } from '../../layout/page-header';
import { recordList, type RecordList } from '../../layout/record-list';
import { Appearance } from '../../i18n/appearance';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { FilterChips } from '../../ui/lists/filter-chips';
import { SearchField } from '../../ui/lists/search-field';
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
    FilterChips,
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
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(Texts);
  private readonly appearance = inject(Appearance);

  protected readonly detailsText = detailsText;

  private readonly users = query<PageDto<UserDto>>(() => ({
    url: '/api/users',
    query: { limit: CHOICE },
  }));
  protected readonly events: RecordList<AuditEventDto> = recordList<AuditEventDto>({
    url: '/api/settings/audit',
    columns: COLUMNS,
    nameOf: ({ action }) => action,
    filters: [
      {
        id: 'user_id',
        label: 'users.audit.who',
        options: () => (this.users.value()?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        isSingle: true,
      },
      {
        id: 'action',
        label: 'users.audit.what',
        options: () =>
          ACTION_KINDS.map((kind) => ({
            value: `${kind}.`,
            label: this.texts.of(`users.audit.kinds.${kind}`),
          })),
        isSingle: true,
      },
      ...['q', 'object', 'client_id', 'from', 'to'].map((id) => ({ id })),
    ],
    query: () => {
      const { from = '', to = '' } = this.events.values();
      return { from: this.midnight(from), to: this.midnight(to, 1) };
    },
    empty: (isFiltered) => ({
      icon: 'scroll-text',
      heading: 'users.audit.none',
      text: isFiltered ? 'users.audit.none_filtered' : 'users.audit.none_text',
    }),
    open: (event) => void this.open(event),
  });
  protected readonly client_id = computed(() => this.events.values()['client_id'] ?? '');
  private readonly client = query<ClientDto>(() =>
    this.client_id() === '' ? undefined : apiPath`/api/clients/${this.client_id()}`,
  );
  /** Of one that is deleted only the id is known. */
  protected readonly clientName = computed(() => this.client.value()?.name ?? this.client_id());
  private async open(event: AuditEventDto): Promise<void> {
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
