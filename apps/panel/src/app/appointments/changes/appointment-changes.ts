import { inject, Injectable, signal } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { type AppointmentDto, type AppointmentStatus, type PatchAppointmentDto } from '@groupless/shared-dto';
import { isProblem, type Problem } from '../../http/problem';
import { Formats } from '../../i18n/formats';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { AppointmentDialogs } from './appointment-dialogs';
import { Cancellation, farewellOf, TELLING, type Cancelled } from './cancellation';
import { AppointmentsApi } from '../../crm/appointments-api';
import { BookableResources } from '../../crm/bookable-resources';
import { clientOf } from '../../crm/attendee';
import type { Moving } from '../calendar/calendar-events';
import type { ResourceSlot } from '../calendar/resource-columns';
import { AppointmentsState } from '../appointments-state';
import { cautionsOf } from '../../crm/booking/cautions';
import { ConflictFinder, type Conflict } from '../../crm/booking/conflict-finder';
import { ShownZone } from '../../crm/shown-zone';
import { minutesBetween } from '../../crm/slot-times';

/** What is done to appointments from wherever they are shown. */
@Injectable()
export class AppointmentChanges {
  private readonly api = inject(AppointmentsApi);
  private readonly bookable = inject(BookableResources);
  private readonly cancellation = inject(Cancellation);
  private readonly state = inject(AppointmentsState);
  private readonly zone = inject(ShownZone);
  private readonly conflicts = inject(ConflictFinder);
  private readonly dialogs = inject(AppointmentDialogs);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly transloco = inject(TranslocoService);
  private readonly formats = inject(Formats);
  /** The appointments that were dragged, by id, where they were let go; until their answers come. */
  readonly moving = signal<Moving>(new Map());

  /**
   * Shown at once and taken back if it is refused. Answers whether it holds.
   * @param undone is told when the user takes it back
   */
  async setStatus(
    appointment: AppointmentDto,
    status: AppointmentStatus,
    undone: () => void,
    allow_busy = false,
  ): Promise<boolean> {
    const { id } = appointment;
    const asked = status === 'cancelled' ? await this.cancellation.ask(appointment, this.zone) : NOT_ENDED;
    if (asked === null) return false;
    const { scope, farewell } = asked;
    if (scope !== 'this') {
      const isDone = await this.cancellation.ofSeries(appointment, scope, farewell);
      void this.state.list.reload();
      return isDone;
    }
    const undo = this.state.list.change(isOne(id), (row) => ({ ...row, status }));
    try {
      const { row, etag } = await this.api.setStatus(id, {
        ...{ status, ...farewell },
        ...(allow_busy && { allow_busy }),
      });
      this.state.list.change(isOne(id), () => row);
      this.toasts.undoable(`appointments.now.${status}`, () => void this.takeBack(row, etag, undone), {
        name: clientOf(appointment),
      });
      return true;
    } catch (error) {
      undo();
      if (isProblem(error, 'busy') && (await this.isSureThoughBusy(error)))
        return this.setStatus(appointment, status, undone, true);
      if (isProblem(error, 'busy')) return false;
      if (isProblem(error, 'slot_taken')) await this.sayTaken(appointment, appointment, error);
      else if (isProblem(error, 'invalid_transition')) {
        const allowed = (error.answer.allowed ?? []).map((one) => this.transloco.translate(`status.${one}`));
        const text = allowed.length === 0 ? 'status_is_final' : 'status_refused';
        this.toasts.failed(`appointments.${text}`, error, {
          params: { name: clientOf(appointment), allowed: this.formats.list(allowed) },
        });
      } else this.toasts.failed('appointments.not_changed', error);
      void this.state.list.reload();
      return false;
    }
  }

  private async takeBack({ id }: AppointmentDto, etag: string | null, undone: () => void): Promise<void> {
    try {
      const row = await this.api.takeBack(id, etag);
      this.state.list.change(isOne(id), () => row);
      undone();
    } catch (error) {
      this.toasts.failed('appointments.not_undone', error);
      void this.state.list.reload();
    }
  }

  /**
   * After a drag: the appointment waits where it was let go, and goes back if the time is taken. Undo moves it to where
   * it was before.
   * @param known what was asked already; null: whether it is meant, and whether its client is mailed, is asked
   */
  async drop(
    appointment: AppointmentDto,
    wanted: ResourceSlot,
    known: DropTerms | null = null,
  ): Promise<void> {
    const { id } = appointment;
    const { starts_at, ends_at, resource_id } = wanted;
    const isWithAnother = resource_id !== appointment.resource_id;
    this.moving.update((before) => new Map(before).set(id, wanted));
    let terms = known;
    try {
      terms ??= await this.askOf(appointment, wanted);
      if (terms === null) return;
      const row = await this.api.change(id, {
        ...{ starts_at, ends_at },
        ...(isWithAnother && this.bookable.asTarget(resource_id)),
        ...terms,
      });
      this.state.list.change(isOne(id), () => row);
      const text = isWithAnother ? 'appointments.moved_to_resource' : 'appointments.moved';
      this.toasts.undoable(text, () => void this.undoDrop(row, appointment), {
        ...{ time: this.zone.span(starts_at, ends_at), resource: row.resource },
      });
    } catch (error) {
      if (isProblem(error, 'slot_taken')) await this.sayTaken(appointment, wanted, error);
      else if (isProblem(error, 'busy')) {
        if (await this.isSureThoughBusy(error))
          await this.drop(appointment, wanted, { ...terms, allow_busy: true });
      } else this.toasts.failed('appointments.not_changed', error);
    } finally {
      this.moving.update((before) => new Map([...before].filter(([moved]) => moved !== id)));
    }
  }

  /** Unless somebody else has moved or ended it since: what is moved to a coming time is confirmed again. */
  private async undoDrop(moved: AppointmentDto, before: AppointmentDto): Promise<void> {
    try {
      const { row } = await this.api.read(moved.id);
      const isAsMoved = (['starts_at', 'ends_at', 'status'] as const).every(
        (name) => row[name] === moved[name],
      );
      if (isAsMoved && row.resource_id === moved.resource_id) {
        await this.drop(row, before, {});
        return;
      }
      this.toasts.show('appointments.moved_since', { params: { name: clientOf(row) } });
      await this.state.list.reload();
    } catch (error) {
      this.toasts.failed('appointments.not_changed', error);
    }
  }

  /** Answers whether it is gone. */
  async remove({ id, client }: AppointmentDto): Promise<boolean> {
    const to = await this.api.wouldTell(id, 'deleted');
    const answer = await this.confirm.askWithOption({
      title: 'appointments.delete_title',
      text: 'appointments.delete_text',
      action: 'appointments.delete',
      ...(client !== null && { typedName: client.name }),
      params: { to: to ?? '' },
      isDangerous: true,
      ...(to === null ? {} : TELLING),
    });
    if (answer === null) return false;
    try {
      await this.api.remove(id, farewellOf(answer, to));
    } catch (error) {
      if (!isProblem(error, 'not_found')) {
        this.toasts.failed('appointments.not_deleted', error);
        return false;
      }
    }
    this.state.list.remove(isOne(id));
    this.toasts.show('appointments.deleted');
    return true;
  }

  /**
   * A slip of the hand is a column wide: what did not speak against where it stood is asked about, and whether the client is
   * mailed where a mail would go.
   * @returns null: the user does not want it
   */
  private async askOf(appointment: AppointmentDto, wanted: ResourceSlot): Promise<DropTerms | null> {
    const { id, starts_at, ends_at } = appointment;
    const caution = this.cautionOf(appointment, wanted);
    const isTold = wanted.starts_at !== starts_at || wanted.resource_id !== appointment.resource_id;
    const to = isTold ? await this.api.wouldTell(id, 'moved') : null;
    if (caution === undefined && to === null) return {};
    const answer = await this.confirm.askWithOption({
      title: 'appointments.drop_title',
      text: caution === undefined ? 'appointments.drop_from' : 'appointments.drop_text',
      action: 'appointments.drop_there',
      params: {
        ...{
          text: caution ?? '',
          to,
          name: clientOf(appointment),
          before: this.zone.span(starts_at, ends_at),
        },
        ...{
          resource: this.bookable.labelOf(wanted),
          time: this.zone.span(wanted.starts_at, wanted.ends_at),
        },
      },
      ...(to === null ? {} : { option: TELLING.option, isOptionOn: true }),
    });
    if (answer === null) return null;
    return to === null || answer.hasOption ? {} : { notify: false };
  }

  private cautionOf(appointment: AppointmentDto, wanted: ResourceSlot): string | undefined {
    const cautionsAt = ({ starts_at, ends_at, ...place }: ResourceSlot) =>
      cautionsOf(this.zone, {
        ...{ resource: this.bookable.nameInSettings(place), visit: appointment.services },
        ...{ starts_at, minutes: minutesBetween(starts_at, ends_at) },
      });
    const known = cautionsAt(appointment).map(({ key }) => key);
    const [caution] = cautionsAt(wanted).filter(({ key }) => !known.includes(key));
    return caution && this.transloco.translate(caution.key, caution.params);
  }

  private isSureThoughBusy({ answer }: Problem): Promise<boolean> {
    const [busy] = answer.busy ?? [];
    const text = (busy?.title ?? null) === null ? 'crm.busy' : 'crm.busy_because';
    return this.confirm.ask({
      ...{ title: 'crm.busy_title', text, action: 'crm.all_the_same' },
      params: {
        title: busy?.title ?? '',
        time: busy === undefined ? '' : this.zone.span(busy.starts_at, busy.ends_at),
      },
    });
  }

  private async sayTaken(appointment: AppointmentDto, wanted: ResourceSlot, problem: Problem): Promise<void> {
    const { id } = appointment;
    const conflict = await this.conflicts.of(problem, { ...wanted, id });
    const others = { label: 'appointments.other_times', run: () => this.choose(appointment, conflict) };
    this.toasts.failed(conflict.holder === null ? 'crm.taken' : 'crm.held', problem, {
      params: this.conflicts.words(conflict),
      action: others,
      isExplained: true,
    });
  }

  private choose(appointment: AppointmentDto, conflict: Conflict): void {
    void this.dialogs.move(appointment, conflict);
  }
}

/** What was asked before an appointment is dropped. */
type DropTerms = Pick<PatchAppointmentDto, 'allow_busy' | 'notify'>;

const NOT_ENDED: Cancelled = { scope: 'this', farewell: {} };

const isOne = (wanted: string) => (row: AppointmentDto) => row.id === wanted;
