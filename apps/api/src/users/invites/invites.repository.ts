import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { Transaction } from '../../database/transaction';
import type { NewInvite } from './user-invite';
import { UserInvite } from './user-invite.entity';
import { User } from '../user.entity';

@Injectable()
export class InvitesRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /**
   * Replaces the user's link.
   * @param also in the same transaction
   * @returns false if there is no such user
   */
  replaceInvite(
    invite: NewInvite,
    event: AuditEvent,
    also: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      // Locks the user until the link is stored.
      const lock = { mode: 'for_key_share' } as const;
      const held = { where: { id: invite.user_id }, select: { id: true }, lock };
      if ((await transaction.findOne(User, held)) === null) return false;
      await transaction.upsert(UserInvite, invite, ['user_id']);
      await transaction.insert(AuditEvent, event);
      await also(transaction);
      return true;
    });
  }

  /** The user of a valid link, if the user may log in. */
  findInvited(token_digest: Buffer, now: Date): Promise<User | null> {
    return this.panel
      .createQueryBuilder(User, 'u')
      .innerJoin(UserInvite, 'i', 'i.user_id = u.id')
      .where('i.token_digest = :token_digest and i.expires_at > :now and u.is_active', { token_digest, now })
      .getOne();
  }
}
