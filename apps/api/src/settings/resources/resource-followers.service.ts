import { Injectable } from '@nestjs/common';
import type { KeptTime } from '@groupless/shared-dto';
import type { Transaction } from '../../database/transaction';
import type { KnownActor } from '../../platform/access/caller';
import { changedResources } from './changed-resources';

/** A resource that gets another name, or another spelling of it. */
export interface RenamedResource {
  from: string;
  to: string;
}

/** What becomes of coming appointments of a resource that goes. */
export type ResourceFate =
  | { kind: 'refuse' }
  /** They stay on a name that can no longer be booked. */
  | { kind: 'keep' }
  | { kind: 'move'; to: string };

/** Another time zone of the business. */
export interface ZoneChange {
  from_zone: string;
  to_zone: string;
  /** What coming rows keep: what the clock shows, or the moment. Null: nobody said, the moment. */
  kept: KeptTime | null;
}

export interface ChangeTerms {
  at: Date;
  actor: KnownActor;
}

/**
 * Who keeps rows that name a resource: they follow it within the transaction of the settings, which know nothing of these
 * rows.
 */
export interface ResourceFollower {
  /** @throws AppError where the rows cannot have the new name */
  renameResource(transaction: Transaction, renamed: RenamedResource, terms: ChangeTerms): Promise<void>;
  /** @throws AppError `resource_in_use`, `slot_taken` */
  dropResource(
    transaction: Transaction,
    resource: string,
    fate: ResourceFate,
    terms: ChangeTerms,
  ): Promise<void>;
  /** For rows whose times follow the time zone of the business. */
  changeZone?(transaction: Transaction, change: ZoneChange, terms: ChangeTerms): Promise<void>;
}

/** Those who follow resources that are renamed or removed. */
@Injectable()
export class ResourceFollowers {
  private readonly followers: ResourceFollower[] = [];

  add(follower: ResourceFollower): void {
    this.followers.push(follower);
  }

  async rename(transaction: Transaction, renamed: RenamedResource, terms: ChangeTerms): Promise<void> {
    for (const follower of this.followers) await follower.renameResource(transaction, renamed, terms);
  }

  async changeZone(transaction: Transaction, change: ZoneChange, terms: ChangeTerms): Promise<void> {
    for (const follower of this.followers) await follower.changeZone?.(transaction, change, terms);
  }

  /** What a replacement of the settings does to them: names that are only spelled otherwise, and names that are gone. */
  async replace(
    transaction: Transaction,
    before: readonly string[],
    after: readonly string[],
    fate: ResourceFate,
    terms: ChangeTerms,
  ): Promise<void> {
    const { respelled, dropped } = changedResources(before, after);
    for (const renamed of respelled) await this.rename(transaction, renamed, terms);
    for (const resource of dropped) {
      for (const follower of this.followers) await follower.dropResource(transaction, resource, fate, terms);
    }
  }
}
