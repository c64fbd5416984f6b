import { Injectable } from '@nestjs/common';
import { removeInParts } from '../../database/statements/remove-in-parts';
import { EventsService } from '../../events/events.service';
import { CountsRetained, Retention, type RetentionCount } from '../../shared/retention';
import { CancelledAppointmentsRepository } from './cancelled-appointments.repository';

/** Cancelled appointments whose time was long ago. */
@Injectable()
export class CancelledAppointmentsService {
  constructor(
    private readonly cancelled: CancelledAppointmentsRepository,
    private readonly events: EventsService,
  ) {}

  @Retention({ what: 'appointments', days: 0 })
  async removeBefore(before: Date): Promise<number> {
    const removed = await removeInParts(() => this.cancelled.removePart(before));
    if (removed > 0) this.events.announce('appointment.deleted', null);
    return removed;
  }

  @CountsRetained('appointments')
  countBefore(before: Date, most: number): Promise<RetentionCount> {
    return this.cancelled.countBefore(before, most);
  }
}
