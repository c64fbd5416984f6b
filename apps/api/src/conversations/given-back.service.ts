import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LeaversService } from '../users/leavers.service';
import { ConversationsRepository } from './conversations.repository';

/** No conversation is held by somebody who cannot answer: those of a user who leaves wait for a person again. */
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
