import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LeaversService } from '../users/leavers.service';
import { ConversationsRepository } from './conversations.repository';

/** Unassigns the conversations of a user who leaves, so that they wait for a person again. */
@Injectable()
export class GivenBackService implements OnModuleInit {
  constructor(
    private readonly leavers: LeaversService,
    private readonly conversations: ConversationsRepository,
  ) {}

  onModuleInit(): void {
    this.leavers.onLeave((transaction, user, at) => this.conversations.giveBack(transaction, user, at));
  }
}
