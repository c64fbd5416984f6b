import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../database/transaction';
import {
  ResourceFollowers,
  type RenamedResource,
  type ResourceFollower,
} from '../settings/resources/resource-followers.service';
import { BlocksRepository } from './blocks.repository';

/** Blocks follow the resource that they are on. Those of one that goes stay: nobody can book it any more. */
@Injectable()
export class BlockFollower implements ResourceFollower, OnModuleInit {
  constructor(
    private readonly followers: ResourceFollowers,
    private readonly blocks: BlocksRepository,
  ) {}

  onModuleInit(): void {
    this.followers.add(this);
  }

  renameResource(transaction: Transaction, { from, to }: RenamedResource): Promise<void> {
    return this.blocks.renameResource(transaction, from, to);
  }

  dropResource(): Promise<void> {
    return Promise.resolve();
  }
}
