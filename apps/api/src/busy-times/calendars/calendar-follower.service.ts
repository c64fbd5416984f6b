import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../database/transaction';
import {
  ResourceFollowers,
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
  ) {}

  onModuleInit(): void {
    this.followers.add(this);
  }

  renameResource(transaction: Transaction, renamed: RenamedResource): Promise<void> {
    return this.calendars.renameResource(transaction, renamed);
  }

  async dropResource(transaction: Transaction, from: string, fate: ResourceFate): Promise<void> {
    if (fate.kind === 'move') await this.calendars.renameResource(transaction, { from, to: fate.to });
  }
}
