import { Injectable } from '@nestjs/common';
import { LIMITS, type MetAppointmentDto } from '@groupless/shared-dto';
import { APPOINTMENTS_MET, type MeetingTime } from '../../busy-times/public';
import { Clock } from '../../platform/clock';
import { On } from '../../shared/bus/topic';
import { MetAppointmentsRepository } from './met-appointments.repository';

/** Finds the future appointments that something else overlaps, such as a block. */
@Injectable()
export class MetAppointmentsService {
  constructor(
    private readonly appointments: MetAppointmentsRepository,
    private readonly clock: Clock,
  ) {}

  /** The first ones. */
  @On(APPOINTMENTS_MET)
  async listMet({ times }: { times: readonly MeetingTime[] }): Promise<MetAppointmentDto[]> {
    const met = await this.appointments.listMet(times, this.clock.now(), LIMITS.affected_appointments);
    return met.map(({ id, starts_at, ends_at, resource, resource_id, client }) => ({
      id,
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      resource,
      resource_id,
      client: client && { id: client.id, name: client.name },
    }));
  }
}
