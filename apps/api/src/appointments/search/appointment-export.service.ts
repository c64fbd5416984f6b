import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import {
  APPOINTMENT_COLUMNS,
  inOneLine,
  LIMITS,
  type AppointmentDto,
  type AppointmentFiltersDto,
  type PageDto,
} from '@groupless/shared-dto';
import { defused, phoneAsText, type ListSeparator } from '@groupless/shared-dto/business/csv-cells';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { BYTE_ORDER_MARK, toCsv } from '../../shared/csv/csv-text';
import { APPOINTMENT_WITH_PHONE } from '../appointment-json';
import { AppointmentsRepository } from '../appointments.repository';
import { toLocalTime } from '../availability/local-times';
import { ResourceLabels, type LabelOf } from '../resource-labels.repository';
import { AppointmentListsService } from './appointment-lists.service';

type Column = (typeof APPOINTMENT_COLUMNS)[number];
type Exported = AppointmentDto & { client: { phone: string | null } };

/** Exports appointments. */
@Injectable()
export class AppointmentExportService {
  constructor(
    private readonly lists: AppointmentListsService,
    private readonly appointments: AppointmentsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly labels: ResourceLabels,
  ) {}

  /**
   * CSV (RFC 4180), sorted by start. Pages are read as fast as the caller reads, so a slow one holds no connection.
   * @throws AppError `invalid_request`, before the first byte
   */
  async export(filters: AppointmentFiltersDto, separator?: ListSeparator): Promise<Readable> {
    await this.lists.readRange(filters);
    return Readable.from(this.texts(filters, separator), { objectMode: false });
  }

  private async *texts(filters: AppointmentFiltersDto, separator?: ListSeparator): AsyncGenerator<Buffer> {
    const { time_zone } = await this.settings.current();
    const labelOf = await this.labels.read(time_zone);
    let begin = BYTE_ORDER_MARK + toCsv([[...APPOINTMENT_COLUMNS]], separator);
    const written = separator === undefined ? (phone: string) => phone : phoneAsText;
    for (let cursor: string | null | undefined; cursor !== null; begin = '') {
      const question = { ...filters, limit: LIMITS.page.max, cursor };
      const text = await this.lists.list(question, APPOINTMENT_WITH_PHONE);
      const page = JSON.parse(text) as PageDto<Exported>;
      const cancelled = page.items.filter(({ status }) => status === 'cancelled').map(({ id }) => id);
      const who = cancelled.length === 0 ? null : await this.appointments.findWhoCancelled(cancelled);
      const rows = page.items.map((one) =>
        toCells(one, who?.get(one.id) ?? '', { time_zone, labelOf, written }),
      );
      yield Buffer.from(begin + toCsv(rows, separator));
      cursor = page.next_cursor;
    }
  }
}

function toCells(
  { client, ...appointment }: Exported,
  cancelledBy: string,
  {
    time_zone,
    labelOf,
    written,
  }: { time_zone: string; labelOf: LabelOf; written: (phone: string) => string },
): string[] {
  const { starts_at, ends_at, resource, resource_id, room, room_id } = appointment;
  const cells: Record<Column, string | null> = {
    ...appointment,
    resource: labelOf(resource_id, resource),
    room: room === null ? '' : labelOf(room_id, room),
    service: inOneLine(appointment.services),
    team_notes: appointment.team_notes ?? '',
    client: client.name,
    phone: client.phone,
    local_starts_at: toLocalTime(Date.parse(starts_at), time_zone),
    local_ends_at: toLocalTime(Date.parse(ends_at), time_zone),
    cancelled_by: cancelledBy,
  };
  // A phone begins with `+`, which needs no quote: it contains nothing that a spreadsheet would run.
  return APPOINTMENT_COLUMNS.map((column) =>
    column === 'phone' ? written(cells.phone ?? '') : defused(cells[column] ?? ''),
  );
}
