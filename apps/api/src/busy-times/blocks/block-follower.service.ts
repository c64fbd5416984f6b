import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import {
  BOOKED,
  RESOURCE_DROPPED,
  RESOURCE_RENAMED,
  ZONE_CHANGED,
  type BookedRow,
  type ChangeTerms,
  type DroppedResource,
  type RenamedResource,
  type ZoneChange,
} from '../../settings/public';
import { On } from '../../shared/bus/topic';
import { BlockMovesRepository } from './block-moves.repository';

/** Blocks follow the resource that they are on, and coming ones the clock of the business. */
@Injectable()
export class BlockFollower {
  constructor(
    private readonly blocks: BlockMovesRepository,
    private readonly audit: AuditService,
  ) {}

  @On(RESOURCE_RENAMED)
  renameResource({ transaction, to }: RenamedResource & ChangeTerms): Promise<void> {
    return this.blocks.renameResource(transaction, to);
  }

  /** Coming ones move with its appointments, or go: nobody can book it any more. */
  @On(RESOURCE_DROPPED)
  dropResource({ resource, fate, transaction, at, actor }: DroppedResource & ChangeTerms): Promise<void> {
    const to = fate.kind === 'move' ? fate.to : null;
    return this.blocks.dropResource(transaction, { from: resource, to, at }, (ids) =>
      this.audit.eventOf(actor, {
        action: to === null ? 'block.deleted' : 'block.updated',
        object: `block:${ids[0]}`,
        object_name: resource,
        details: { count: ids.length },
      }),
    );
  }

  @On(BOOKED)
  async isBlocked({ resource_id, transaction }: BookedRow): Promise<boolean> {
    return resource_id !== undefined && this.blocks.hasBlocks(transaction, resource_id);
  }

  @On(ZONE_CHANGED)
  async changeZone({ transaction, ...change }: ZoneChange & ChangeTerms): Promise<void> {
    if (change.kept === 'clock') await this.blocks.shift(transaction, change);
  }
}
