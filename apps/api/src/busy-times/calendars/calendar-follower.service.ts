import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import {
  RESOURCE_DROPPED,
  RESOURCE_RENAMED,
  ZONE_CHANGED,
  type ChangeTerms,
  type DroppedResource,
  type RenamedResource,
} from '../../settings/public';
import { On } from '../../shared/bus/topic';
import { CalendarsRepository } from './calendars.repository';

/** Calendars follow the resource whose times they hold. */
@Injectable()
export class CalendarFollower {
  constructor(
    private readonly calendars: CalendarsRepository,
    private readonly audit: AuditService,
  ) {}

  @On(RESOURCE_RENAMED)
  renameResource({ transaction, to }: RenamedResource & ChangeTerms): Promise<void> {
    return this.calendars.renameResource(transaction, to);
  }

  /** They move with its appointments, or go: nobody can book it any more. */
  @On(RESOURCE_DROPPED)
  dropResource({ resource, fate, transaction, actor }: DroppedResource & ChangeTerms): Promise<void> {
    const to = fate.kind === 'move' ? fate.to : null;
    const action = to === null ? 'calendar.deleted' : 'calendar.updated';
    return this.calendars.dropResource(transaction, { from: resource, to }, ({ id, name }) =>
      this.audit.eventOf(actor, { action, object: `calendar:${id}`, object_name: name }),
    );
  }

  /** Whole days and floating times are other moments in another zone. */
  @On(ZONE_CHANGED)
  changeZone({ transaction }: ChangeTerms): Promise<void> {
    return this.calendars.forgetReadings(transaction);
  }
}
