import { Injectable } from '@nestjs/common';
import { isSameName, type SwapAppointmentsDto, type SwappedAppointmentsDto } from '@groupless/shared-dto';
import type { KnownActor } from '../../platform/access/caller';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { instantOf } from '../../platform/validation/times/time-fields';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import type { KnownRows } from '../../shared/known-names';
import { changeOf } from '../appointment-change';
import { AppointmentRecords } from '../appointment-records.service';
import type { Appointment } from '../appointment.entity';
import { toAppointmentDto } from '../appointment.mapper';
import { roomChoiceOf } from '../availability/choice';
import { SlotTaken } from '../bookings/refused-times';
import { SwapsRepository } from './swaps.repository';

/** Swaps the times of two clients. */
@Injectable()
export class SwapsService {
  constructor(
    private readonly swaps: SwapsRepository,
    private readonly settings: ChatAgentSettingsService,
    private readonly records: AppointmentRecords,
  ) {}

  /** @throws AppError `invalid_request`, `not_found`, `version_mismatch`, `invalid_transition`, `slot_taken` */
  async swap(
    { a, b, keep_lengths = true, notify = true, ...known }: SwapAppointmentsDto,
    actor: KnownActor,
  ): Promise<SwappedAppointmentsDto> {
    const ids = { a: a.toLowerCase(), b: b.toLowerCase() };
    if (ids.a === ids.b) {
      const message = 'b must be another appointment than a.';
      throw invalidRequest([{ field: 'b', code: 'not_allowed', message }]);
    }
    const now = this.records.now();
    const settings = await this.settings.current();
    const swapped = found(
      await this.swaps
        .swap(ids, {
          demand: (pair) => {
            demandPlace('a', pair.a, known.a_starts_at, known.a_resource);
            demandPlace('b', pair.b, known.b_starts_at, known.b_resource);
          },
          updated_at: now,
          notify,
          changeOf: (stored, place) =>
            changeOf(stored, placeOf(place, keep_lengths ? stored : place), {
              now,
              zone: null,
              services: [],
              resources: [],
              former_resources: [],
              rows: NO_ROWS,
              // Each has been booked by the other.
              new_resource: true,
            }),
          roomsFor: (wanted) => roomChoiceOf(wanted, settings, false),
          recordsOf: (stored, change, names) =>
            this.records.ofChange(stored, change, names, { at: now, actor }),
        })
        .catch(refuseWithoutRoom),
      'appointment',
    );
    for (const id of Object.values(ids)) this.records.announce('updated', id);
    return { a: toAppointmentDto(swapped.a), b: toAppointmentDto(swapped.b) };
  }
}

const NO_ROWS: KnownRows = {
  ...{ resources: [], services: [], rooms: [], need_room: [] },
  ...{ former_services: [], shared_names: [] },
};

function refuseWithoutRoom(error: unknown): never {
  if (!(error instanceof SlotTaken)) throw error;
  const detail = 'One of them has no room for its length there. Nothing was changed.';
  throw new AppError('slot_taken', detail, { members: { alternatives: [] } });
}

/** Otherwise a second swap of the same two, by a colleague or a retry, would undo the first. */
function demandPlace(
  name: string,
  { starts_at, resource }: Appointment,
  knownStart: string | undefined,
  knownResource: string | undefined,
): void {
  const isThen = knownStart === undefined || instantOf(knownStart) === starts_at.getTime();
  const isThere = knownResource === undefined || isSameName(knownResource, resource);
  if (isThen && isThere) return;
  const detail = `${name} was moved meanwhile: it starts at ${starts_at.toISOString()}, on ${resource}. Nothing was changed: read both again.`;
  throw new AppError('version_mismatch', detail);
}

/** @param like whose length it has there */
function placeOf({ starts_at, resource }: Appointment, like: Appointment) {
  const lastsMs = like.ends_at.getTime() - like.starts_at.getTime();
  const ends_at = new Date(starts_at.getTime() + lastsMs);
  return { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), resource };
}
