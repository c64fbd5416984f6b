import { Injectable } from '@nestjs/common';
import type { SwapAppointmentsDto, SwappedAppointmentsDto } from '@groupless/shared-dto';
import type { KnownActor } from '../../platform/access/caller';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { instantOf } from '../../platform/validation/times/time-fields';
import { changeOf } from '../appointment-change';
import { AppointmentRecords } from '../appointment-records.service';
import type { Appointment } from '../appointment.entity';
import { toAppointmentDto } from '../appointment.mapper';
import { SwapsRepository } from './swaps.repository';

/** Swaps the times of two clients. */
@Injectable()
export class SwapsService {
  constructor(
    private readonly swaps: SwapsRepository,
    private readonly records: AppointmentRecords,
  ) {}

  /** @throws AppError `invalid_request`, `not_found`, `version_mismatch`, `invalid_transition` */
  async swap({ a, b, ...starts }: SwapAppointmentsDto, actor: KnownActor): Promise<SwappedAppointmentsDto> {
    const ids = { a: a.toLowerCase(), b: b.toLowerCase() };
    if (ids.a === ids.b) {
      const message = 'b must be another appointment than a.';
      throw invalidRequest([{ field: 'b', code: 'not_allowed', message }]);
    }
    const now = this.records.now();
    const swapped = found(
      await this.swaps.swap(ids, {
        demand: (pair) => {
          demandStart('a', pair.a, starts.a_starts_at);
          demandStart('b', pair.b, starts.b_starts_at);
        },
        updated_at: now,
        changeOf: (stored, place) =>
          changeOf(stored, placeOf(place), {
            now,
            zone: null,
            services: [],
            resources: [],
            former_resources: [],
          }),
        recordsOf: (stored, change, names) =>
          this.records.ofChange(stored, change, names, { at: now, actor }),
      }),
      'appointment',
    );
    for (const id of Object.values(ids)) this.records.announce('updated', id);
    return { a: toAppointmentDto(swapped.a), b: toAppointmentDto(swapped.b) };
  }
}

/** Otherwise a second swap of the same two, by a colleague or a retry, would undo the first. */
function demandStart(name: string, { starts_at }: Appointment, known: string | undefined): void {
  if (known === undefined || instantOf(known) === starts_at.getTime()) return;
  const detail = `${name} was moved meanwhile and starts at ${starts_at.toISOString()}. Nothing was changed: read both again.`;
  throw new AppError('version_mismatch', detail);
}

function placeOf({ starts_at, ends_at, resource }: Appointment) {
  return { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), resource };
}
