import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Transaction } from '../../database/transaction';
import {
  ResourceFollowers,
  type ChangeTerms,
  type RenamedResource,
  type ResourceFate,
  type ResourceFollower,
} from '../../settings/resources/resource-followers.service';
import { CalendarsRepository } from './calendars.repository';

/** Calendars follow the resource whose times they hold. */
@Injectable()
export class CalendarFollower implements ResourceFollower, OnModuleInit {
  constructor(
    private readonly followers: ResourceFollowers,
    private readonly calendars: CalendarsRepository,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.followers.add(this);
  }

  renameResource(transaction: Transaction, renamed: RenamedResource): Promise<void> {
    return this.calendars.renameResource(transaction, renamed);
  }

  /** They move with its appointments, or go: nobody can book it any more. */
  dropResource(
    transaction: Transaction,
    from: string,
    fate: ResourceFate,
    { actor }: ChangeTerms,
  ): Promise<void> {
    const to = fate.kind === 'move' ? fate.to : null;
    const action = to === null ? 'calendar.deleted' : 'calendar.updated';
    return this.calendars.dropResource(transaction, { from, to }, ({ id, name }) =>
      this.audit.eventOf(actor, { action, object: `calendar:${id}`, object_name: name }),
    );
  }

  /** Whole days and floating times are other moments in another zone. */
  changeZone(transaction: Transaction): Promise<void> {
    return this.calendars.forgetReadings(transaction);
  }
}
