import { Injectable } from '@nestjs/common';
import type { SwapAppointmentsDto, SwappedAppointmentsDto } from '@groupless/shared-dto';
import type { KnownActor } from '../../platform/access/caller';
import { invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
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

  /** @throws AppError `invalid_request`, `not_found`, `invalid_transition` */
  async swap({ a, b }: SwapAppointmentsDto, actor: KnownActor): Promise<SwappedAppointmentsDto> {
    const ids = { a: a.toLowerCase(), b: b.toLowerCase() };
    if (ids.a === ids.b) {
      const message = 'b must be another appointment than a.';
      throw invalidRequest([{ field: 'b', code: 'not_allowed', message }]);
    }
    const now = this.records.now();
    const swapped = found(
      await this.swaps.swap(ids, {
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

function placeOf({ starts_at, ends_at, resource }: Appointment) {
  return { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), resource };
}
