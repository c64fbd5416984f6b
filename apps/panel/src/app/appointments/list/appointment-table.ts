import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentDto } from '@groupless/shared-dto';
import { Session } from '../../session/session';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import type { TableRows } from '../../ui/data-table/table-rows';
import { EmptyState } from '../../ui/empty-state';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { AppointmentDialogs } from '../changes/appointment-dialogs';
import { AppointmentsState, FILTERS } from '../appointments-state';
import { BookableResources } from '../../crm/bookable-resources';
import { ShownZone } from '../../crm/shown-zone';
import { attendeeOf } from '../../crm/attendee';
import { LateMark } from '../../crm/late-mark';
import { subjectOf } from '../../crm/subject';

const COLUMNS: readonly Column[] = [
  {
    id: 'time',
    label: 'appointments.when',
    // Never cut: it is what one looks for.
    width: '232px',
    sort: { ascending: 'starts_at', descending: '-starts_at' },
  },
  { id: 'client', label: 'crm.client', width: '1.5fr' },
  { id: 'title', label: 'crm.subject', width: '1.5fr' },
  { id: 'resource', label: 'crm.resource', width: '1fr' },
  { id: 'status', label: 'appointments.status', width: '144px' },
  { id: 'source', label: 'appointments.source', width: '88px', fromPx: 880 },
  { id: 'booked', label: 'appointments.booked_at', width: '1fr', fromPx: 760 },
];

/** Appointments as rows, however many there are. */
@Component({
  selector: 'app-appointment-table',
  imports: [Cell, CompactRow, DataTable, EmptyState, Icon, LateMark, RelativeTime, StatusChip, TranslocoPipe],
  templateUrl: './appointment-table.html',
  styleUrl: './appointment-table.css',
})
export class AppointmentTable {
  protected readonly attendeeOf = attendeeOf;
  protected readonly subjectOf = subjectOf;
  protected readonly state = inject(AppointmentsState);
  protected readonly zone = inject(ShownZone);
  protected readonly bookable = inject(BookableResources);
  protected readonly dialogs = inject(AppointmentDialogs);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly rows: TableRows<AppointmentDto> = {
    list: this.state.list,
    columns: () => COLUMNS,
    idOf: ({ id }) => id,
    nameOf: attendeeOf,
    sort: { value: this.state.sort, set: (sort) => this.state.go({ sort }) },
    openId: this.state.openId,
    open: ({ id }) => this.state.open(id),
  };

  protected clear(): void {
    this.state.go(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }
}
