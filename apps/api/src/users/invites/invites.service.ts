import { Injectable } from '@nestjs/common';
import type { InvitedUserDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { MailService } from '../../mail/mail.service';
import { AskedMailsService } from '../../mail/sending/asked-mails.service';
import type { Actor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { digestOf } from '../../platform/crypto/random-token';
import { InvitesRepository } from './invites.repository';
import { UserManagementService } from '../user-management.service';
import { invitationTo, inviteUrl, newInvite } from './user-invite';
import type { User } from '../user.entity';

/** Invitation links, with which users set their first or a forgotten password. */
@Injectable()
export class InvitesService {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly users: UserManagementService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly mails: MailService,
    private readonly asked: AskedMailsService,
  ) {}

  /**
   * Makes a new link, which invalidates an older one.
   * @param baseUrl the server's address without a trailing slash
   * @throws AppError `not_found`, `too_many_requests`
   */
  async renew(user_id: string, baseUrl: string, actor: Actor): Promise<InvitedUserDto> {
    const user = await this.users.get(user_id);
    const { invite, token } = newInvite(user.id, actor, this.clock.now());
    const event = this.audit.eventOf(actor, { action: 'user.invited', object: `user:${user.id}` });
    const invite_url = inviteUrl(baseUrl, token);
    const mail = await this.mails.compose(invitationTo(user, invite_url));
    if (mail !== null) await this.asked.count(user.email);
    const isStored = await this.invites.replaceInvite(invite, event, async (transaction) => {
      if (mail !== null) await this.mails.add(transaction, mail);
    });
    if (!isStored) return this.renew(user_id, baseUrl, actor);
    await this.mails.wake();
    return { ...user, invite_url };
  }

  /**
   * The user of an invitation link. Null if the link is unknown, used or expired, or the user may not log in. The
   * look-up compares digests, so its timing reveals nothing.
   */
  findUser(token: string): Promise<User | null> {
    return this.invites.findInvited(digestOf(token), this.clock.now());
  }
}
