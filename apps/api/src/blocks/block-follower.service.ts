import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { Transaction } from '../database/transaction';
import {
  ResourceFollowers,
  type ChangeTerms,
  type RenamedResource,
  type ResourceFate,
  type ResourceFollower,
  type ZoneChange,
} from '../settings/resources/resource-followers.service';
import { BlockMovesRepository } from './block-moves.repository';

/** Blocks follow the resource that they are on, and coming ones the clock of the business. */
@Injectable()
export class BlockFollower implements ResourceFollower, OnModuleInit {
  constructor(
    private readonly followers: ResourceFollowers,
    private readonly blocks: BlockMovesRepository,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.followers.add(this);
  }

  renameResource(transaction: Transaction, { from, to }: RenamedResource): Promise<void> {
    return this.blocks.renameResource(transaction, from, to);
  }

  /** Coming ones move with its appointments, or go: nobody can book it any more. */
  dropResource(
    transaction: Transaction,
    from: string,
    fate: ResourceFate,
    { at, actor }: ChangeTerms,
  ): Promise<void> {
    const to = fate.kind === 'move' ? fate.to : null;
    return this.blocks.dropResource(transaction, { from, to, at }, (ids) =>
      this.audit.eventOf(actor, {
        action: to === null ? 'block.deleted' : 'block.updated',
        object: `block:${ids[0]}`,
        object_name: from,
        details: { count: ids.length },
      }),
    );
  }

  async changeZone(transaction: Transaction, change: ZoneChange, { at }: ChangeTerms): Promise<void> {
    if (change.kept === 'clock') await this.blocks.shift(transaction, { ...change, at });
  }
}
