import { Injectable } from '@nestjs/common';
import type { AppointmentDto, AppointmentEventDto, PatchAppointmentDto } from '@groupless/shared-dto';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import type { Caller, KnownActor } from '../platform/access/caller';
import { found } from '../platform/errors/found';
import type { Versioned } from '../platform/http/answer';
import type { JsonText } from '../platform/http/json-text';
import type { ExpectedVersions } from '../platform/http/headers/if-match';
import { changeOf } from './appointment-change';
import { Bus } from '../shared/bus/bus';
import { AppointmentRecords } from './appointment-records.service';
import type { BookedAppointment, StoredAppointment } from './appointment.entity';
import { toAppointmentDto, toEventDto, toVersioned } from './appointment.mapper';
import { AppointmentsRepository } from './appointments.repository';
import { AppointmentListsService, type AppointmentQuestion } from './search/appointment-lists.service';
import { roomChoiceOf } from './availability/choice';
import { RefusalsService } from './availability/refusals.service';
import type { Decision } from './changes/appointment-writes.statements';
import { takenBack } from './changes/taken-back';
import { WOULD_TELL } from './public';
import { toToldDto } from './told/told.mapper';

/** Appointments as the panel reads and changes them. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly appointments: AppointmentsRepository,
    private readonly refusals: RefusalsService,
    private readonly settings: ChatAgentSettingsService,
    private readonly records: AppointmentRecords,
    private readonly lists: AppointmentListsService,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `invalid_cursor` */
  list(question: AppointmentQuestion): Promise<JsonText> {
    return this.lists.list(question);
  }

  /** @throws AppError `not_found` */
  async get(id: string, caller: Caller): Promise<Versioned<AppointmentDto>> {
    const appointment = found(await this.appointments.findAppointment(id), 'appointment');
    const { client_id } = appointment;
    const toldRow = client_id === null ? null : await this.appointments.findTold(id, client_id);
    const row = { ...toAppointmentDto(appointment), told: toToldDto(toldRow, caller) };
    if (caller.kind !== 'user' || client_id === null) return toVersioned(appointment, row);
    const [would_tell] = await this.bus.tell(WOULD_TELL, { id, client_id, row: toldRow });
    return toVersioned(appointment, { ...row, ...(would_tell && { would_tell }) });
  }

  /**
   * The history, oldest first.
   * @throws AppError `not_found`
   */
  async history(id: string): Promise<AppointmentEventDto[]> {
    return found(await this.appointments.findHistory(id), 'appointment').map(toEventDto);
  }

  /**
   * @param new_resource whether the resource may be one that the settings do not have
   * @throws AppError `not_found`, `version_mismatch`, `invalid_request`, `unknown_service`, `unknown_resource`, `invalid_transition`, `not_begun`,
   *   `slot_taken`, `busy`
   */
  async change(
    id: string,
    { allow_overlap = false, allow_busy = false, notify = true, ...patch }: PatchAppointmentDto,
    versions: ExpectedVersions,
    actor: KnownActor,
    new_resource = false,
  ): Promise<Versioned<AppointmentDto>> {
    const now = this.records.now();
    const settings = await this.settings.current();
    const terms = { ...settings, now, zone: null, new_resource };
    const decide = (stored: StoredAppointment) => changeOf(stored, patch, terms);
    return this.apply(id, versions, actor, { now, decide, notify, allow_overlap, allow_busy });
  }

  /**
   * Undoes the last change if it changed only the status.
   * @throws AppError `not_found`, `version_mismatch`, `invalid_transition`, `slot_taken`
   */
  async takeBack(
    id: string,
    versions: ExpectedVersions,
    actor: KnownActor,
  ): Promise<Versioned<AppointmentDto>> {
    const history = found(await this.appointments.findHistory(id), 'appointment');
    const decide = (stored: StoredAppointment) => takenBack(stored, history.at(-1));
    return this.apply(id, versions, actor, { now: this.records.now(), decide, ...TAKEN_BACK });
  }

  private async apply(
    id: string,
    versions: ExpectedVersions,
    actor: KnownActor,
    {
      now,
      ...decision
    }: Pick<Decision, 'decide' | 'notify' | 'allow_overlap' | 'allow_busy'> & { now: Date },
  ): Promise<Versioned<AppointmentDto>> {
    const settings = await this.settings.current();
    const outcome = await this.appointments
      .changeAppointment(id, versions, now, {
        ...decision,
        roomsFor: (wanted) => roomChoiceOf(wanted, settings, false),
        between_minutes: null,
        recordsOf: (stored, change, names) =>
          this.records.ofChange(stored, change, names, { at: now, actor }),
      })
      .catch((error: unknown) => this.refusals.explain(error, actor.caller, 'moved'));
    const { changed, appointment } = found(outcome, 'appointment');
    if (changed) this.records.announce('updated', id);
    return rowOf(appointment);
  }

  /** @throws AppError `not_found`, `version_mismatch` */
  async remove(
    id: string,
    versions: ExpectedVersions,
    actor: KnownActor,
    farewell: { notify: boolean; reason?: string | undefined },
  ): Promise<void> {
    const auditOf = (stored: BookedAppointment) => this.records.ofDeletion(stored, actor);
    found(await this.appointments.deleteAppointment(id, versions, auditOf, farewell), 'appointment');
    this.records.announce('deleted', id);
  }
}

/** The appointment had this time before, so a block made since does not refuse it. */
const TAKEN_BACK = { notify: true, allow_overlap: false, allow_busy: true };

function rowOf(appointment: BookedAppointment): Versioned<AppointmentDto> {
  return toVersioned(appointment, toAppointmentDto(appointment));
}
