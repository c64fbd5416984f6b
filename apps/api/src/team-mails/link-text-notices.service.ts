import { Injectable } from '@nestjs/common';
import { LINK_TEXT_CHANGED } from '../mail/public';
import { SecurityNoticesService } from '../mail/security-notices.service';
import { On } from '../shared/bus/topic';
import { TeamMailsRepository } from './team-mails.repository';

/** Whoever writes the mails with links to set a password could lead those who click astray: admins hear of it. */
@Injectable()
export class LinkTextNoticesService {
  constructor(
    private readonly users: TeamMailsRepository,
    private readonly notices: SecurityNoticesService,
  ) {}

  @On(LINK_TEXT_CHANGED)
  async tell(_: object): Promise<void> {
    for (const admin of await this.users.listAdmins()) await this.notices.tell(admin, 'link_text_changed');
  }
}
