import { Inject, Injectable } from '@nestjs/common';
import {
  ANY_RESOURCE,
  findName,
  isAnyResource,
  LIMITS,
  mayActAs,
  resourceOf,
  type AppointmentImportDto,
  type AppointmentImportUndoneDto,
  type CreateAppointmentDto,
  type FailedRowDto,
  type ImportedAppointmentsDto,
  type ImportOfAppointmentsDto,
  type NotBookedReason,
  type NotBookedRowDto,
  type PageDto,
} from '@groupless/shared-dto';
import type { IncomingMessage } from 'node:http';
import { AuditService } from '../../audit/audit.service';
import { CalendarFilesService } from '../../busy-times/calendars/calendar-files.service';
import { ClientContactsService } from '../../clients/contacts/client-contacts.service';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { mapPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { isEmailAddress } from '../../platform/addresses/email-address';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { isCalendarType, readParts } from '../../platform/http/bodies/streamed-body';
import { firstInstantOf } from '../../platform/validation/times/day-or-time';
import { meantNames } from '../../shared/known-names';
import { newId } from '../../shared/new-id';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { AppointmentRecords } from '../appointment-records.service';
import { BookingsService } from '../bookings/bookings.service';
import type { AppointmentImport } from './appointment-import.entity';
import { AppointmentImportsRepository, KEPT_DAYS, type BookableRow } from './appointment-imports.repository';
import { readCsv, readEvents, type AppointmentRow, type ReadRows } from './appointment-rows';

const DAY_MS = 86_400_000;
const LARGEST = 8 * 1_048_576;
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

export interface AppointmentImportHow {
  dry_run: boolean;
  time_zone: string | undefined;
  from: string | undefined;
  resource_id: string | undefined;
  reminds: boolean;
  file_name: string | undefined;
}

/** Imports appointments from files, and takes imports back. */
@Injectable()
export class AppointmentImportsService {
  constructor(
    private readonly imports: AppointmentImportsRepository,
    private readonly bookings: BookingsService,
    private readonly calendars: CalendarFilesService,
    private readonly clients: ClientContactsService,
    private readonly agent: ChatAgentSettingsService,
    private readonly records: AppointmentRecords,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Books what a file has. What cannot be booked is told with its cause; nothing is forced, and no client is told.
   * @throws AppError `invalid_csv`, `invalid_calendar`, `time_zone_unknown`, `invalid_request`, `body_too_large`, `request_timeout`
   */
  async importFile(
    body: IncomingMessage,
    how: AppointmentImportHow,
    actor: KnownActor,
  ): Promise<AppointmentImportDto> {
    const settings = await this.agent.current();
    const time_zone = how.time_zone ?? zoneOf(settings);
    const usual = how.resource_id === undefined ? null : resourceById(how.resource_id, settings);
    const isCalendar = isCalendarType(body.headers['content-type'] ?? '');
    const content = await readWhole(body, this.settings.import_timeout_ms);
    const now = this.records.now();
    const { unread = 0, ...file }: ReadRows & { unread?: number } = isCalendar
      ? await this.readCalendar(content, { time_zone, from: how.from, now, settings })
      : await readCsv(content, time_zone);
    const warnings: FailedRowDto[] = [];
    const refused: Pick<NotBookedRowDto, 'row' | 'reason'>[] = [];
    const ready: BookableRow[] = [];
    for (const row of file.rows) {
      const reason = reasonAgainst(row, usual, settings);
      if (reason === null) ready.push(await this.ready(row, { usual, settings, now, actor, warnings }));
      else refused.push({ row: row.row, reason });
    }
    const { kind, name } = actor.caller;
    const made: AppointmentImport = {
      ...{ id: newId(now), at: now, by_id: kind === 'user' ? actor.caller.id : null, by_name: name },
      file_name: how.file_name ?? null,
      ...{ created: 0, skipped: 0, failed: file.failed.length + refused.length },
      ...{ undone_at: null, undone_by_name: null },
    };
    const eventOf = (counts: { created: number; skipped: number }) =>
      this.audit.eventOf(actor, {
        action: 'appointments.imported',
        details: { ...counts, failed: made.failed },
      });
    const { dry_run, reminds } = how;
    const done = await this.imports.bookRows(ready, { import: made, dry_run, reminds, eventOf });
    if (!dry_run) this.events.announce('appointments.imported', null);
    const rows = new Map(file.rows.map((one) => [one.row, one]));
    const not_made = [...refused.map((one) => ({ ...one, with: [] })), ...done.not_made]
      .sort((a, b) => a.row - b.row)
      .map((one): NotBookedRowDto => {
        const { client = '', title = '', start = 0, service, resource } = rows.get(one.row) ?? {};
        const unknown = { unknown_service: service, unknown_resource: resource };
        const named = Object.entries(unknown).find(([reason]) => reason === one.reason)?.[1] ?? null;
        return { ...one, name: client || title, starts_at: new Date(start).toISOString(), named };
      });
    const { created, skipped, clients_made } = done;
    const import_id = dry_run ? null : made.id;
    return { import_id, created, skipped, clients_made, failed: file.failed, not_made, warnings, unread };
  }

  private async readCalendar(
    content: Buffer,
    {
      time_zone,
      from,
      now,
      settings,
    }: { time_zone: string; from: string | undefined; now: Date; settings: CurrentSettings },
  ): Promise<ReadRows & { unread: number }> {
    const limit = LIMITS.appointment_import_rows;
    const terms = {
      ...{ time_zone, limit, now: now.getTime() },
      from: from === undefined ? EARLIEST_MS : firstInstantOf(from, time_zone),
      until: now.getTime() + settings.horizon_days * DAY_MS,
    };
    const { events, broken, isCut } = await this.calendars
      .read(textOf(content), terms)
      .catch((error: unknown) => {
        throw new AppError('invalid_calendar', error instanceof Error ? error.message : 'It cannot be read.');
      });
    if (isCut)
      throw new AppError(
        'invalid_calendar',
        `There are more than ${limit} appointments. Send from, a later day.`,
      );
    const services = settings.services.map(({ name }) => name);
    return { ...readEvents(events, services), unread: broken };
  }

  /** A row whose names are known, as a booking. */
  private async ready(
    row: AppointmentRow,
    {
      usual,
      settings,
      now,
      actor,
      warnings,
    }: {
      usual: string | null;
      settings: CurrentSettings;
      now: Date;
      actor: KnownActor;
      warnings: FailedRowDto[];
    },
  ): Promise<BookableRow> {
    const unread: string[] = [];
    const readable = (field: 'phone' | 'email', code: string, isRight: (text: string) => boolean) => {
      const text = row[field];
      if (text === '' || isRight(text)) return text;
      warnings.push({ row: row.row, field, code });
      unread.push(`${field} in the file: ${text}`);
      return '';
    };
    const phone = readable(
      'phone',
      'invalid_phone',
      (text) => this.clients.readPhones(text, settings.phone_region) !== null,
    );
    const email = readable('email', 'invalid_format', isEmailAddress);
    const { start, end, client, external_id, service, resource, title } = row;
    const request: CreateAppointmentDto = {
      ...(external_id !== null && { external_id }),
      client: { name: client, ...(phone !== '' && { phone }), ...(email !== '' && { email }) },
      starts_at: new Date(start).toISOString(),
      ...(end !== null && { ends_at: new Date(end).toISOString() }),
      ...(service !== '' && { service }),
      ...(title !== '' && title !== client && { title }),
      resource: resource || usual || (settings.resources[0] ?? ''),
      notes: [...[row.notes, ...unread].filter(Boolean).join('\n')].slice(0, LIMITS.description.max).join(''),
    };
    const prepared = await this.bookings.prepare(request, actor, false);
    const { starts_at, ends_at } = prepared;
    const booking = prepared.at({ starts_at, ends_at, series_id: null });
    const status = ends_at <= now ? 'completed' : 'confirmed';
    if (!('person' in booking.booked_for)) throw new Error('An imported appointment is for a person.');
    return {
      row: row.row,
      booking: {
        ...booking,
        booked_for: booking.booked_for,
        appointment: { ...booking.appointment, status },
        history: { ...booking.history, to_status: status },
      },
    };
  }

  /** @throws AppError `invalid_cursor` */
  async list(page: PageInput): Promise<PageDto<ImportOfAppointmentsDto>> {
    return mapPage(await this.imports.list(page), toImportDto);
  }

  /** @throws AppError `not_found` */
  async rows(id: string): Promise<ImportedAppointmentsDto> {
    found(await this.imports.find(id), 'import');
    const [[appointments, appointments_total], clients] = await Promise.all([
      this.imports.listMade(id),
      this.imports.listMadeClients(id),
    ]);
    const clients_total = clients.length;
    return {
      ...{ appointments, appointments_total, clients_total },
      clients: clients.slice(0, LIMITS.import_listed),
    };
  }

  /**
   * Takes an import back: appointments that nobody changed and that have not begun go. Interrupted, it goes on when it is asked for again.
   * @throws AppError `not_found`, `forbidden`, `too_late`
   */
  async undo(id: string, actor: KnownActor): Promise<AppointmentImportUndoneDto> {
    const made = found(await this.imports.find(id), 'import');
    const { caller } = actor;
    const isOwn = caller.kind === 'user' && made.by_id === caller.id;
    if (!isOwn && !(caller.kind === 'user' && mayActAs(caller.role, 'admin')))
      throw new AppError('forbidden', 'An import is taken back by who made it, or by an admin.');
    if (made.undone_at !== null) return { already_undone: true, deleted: 0, left: [], clients: [] };
    const now = this.records.now();
    if (now.getTime() - made.at.getTime() > KEPT_DAYS * DAY_MS)
      throw new AppError('too_late', `An import can be taken back for ${KEPT_DAYS} days.`);
    const clients = (await this.imports.listMadeClients(id)).slice(0, LIMITS.import_listed);
    const { deleted, left } = await this.imports.removeMade(id, now, (one) =>
      this.records.ofDeletion(one, actor),
    );
    const details = { deleted: deleted.length, left: left.length };
    const event = this.audit.eventOf(actor, { action: 'appointments.import_undone', details });
    await this.imports.markUndone(id, now, caller.name, event);
    for (const one of deleted) this.records.announce('deleted', one);
    return { already_undone: false, deleted: deleted.length, left, clients };
  }
}

/** Why a row cannot be booked, by what it names. */
function reasonAgainst(
  { is_all_day, client, service, resource }: AppointmentRow,
  usual: string | null,
  settings: CurrentSettings,
): NotBookedReason | null {
  if (is_all_day) return 'all_day';
  if (client === '') return 'no_client';
  const [meant] = service === '' ? [] : (meantNames({ service }, settings).services ?? []);
  if (meant?.id === null) return 'unknown_service';
  if (resource === '') return usual === null && settings.resources.length !== 1 ? 'no_resource' : null;
  if (isAnyResource(resource, settings)) return 'no_resource';
  return findName(settings.resources, resourceOf(resource, settings)) === undefined
    ? 'unknown_resource'
    : null;
}

/** @throws AppError `time_zone_unknown` */
function zoneOf({ time_zone, time_zone_chosen }: CurrentSettings): string {
  if (time_zone_chosen) return time_zone;
  const detail =
    'Nobody has chosen the time zone of the business. Choose it in the settings, or send time_zone.';
  throw new AppError('time_zone_unknown', detail);
}

/** @throws AppError `invalid_request` */
function resourceById(id: string, { rows }: CurrentSettings): string {
  const row = rows.resources.find((one) => one.id === id.toLowerCase());
  if (row !== undefined && row.name !== ANY_RESOURCE) return row.name;
  const message = 'resource_id must be the id of a resource that can be booked.';
  throw invalidRequest([{ field: 'resource_id', code: 'incorrect', message }]);
}

/** @throws AppError `body_too_large`, `request_timeout` */
async function readWhole(body: IncomingMessage, timeout_ms: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of readParts(body, timeout_ms)) {
    size += part.length;
    if (size > LARGEST)
      throw new AppError('body_too_large', `The file is larger than ${LARGEST / 1_048_576} MiB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** @throws AppError `invalid_calendar` */
function textOf(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new AppError('invalid_calendar', 'The text is not UTF-8.');
  }
}

function toImportDto({
  at,
  by_name,
  undone_at,
  undone_by_name,
  ...row
}: AppointmentImport): ImportOfAppointmentsDto {
  const { id, file_name, created, skipped, failed } = row;
  return {
    ...{ id, at: at.toISOString(), by: by_name, file_name, created, skipped, failed },
    ...{ undone_at: undone_at?.toISOString() ?? null, undone_by: undone_by_name },
  };
}
