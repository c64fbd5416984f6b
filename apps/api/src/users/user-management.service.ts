import { Injectable } from '@nestjs/common';
import {
  ROLES,
  type CreatedUserDto,
  type CreateUserDto,
  type KeysOfLeaver,
  type PageDto,
  type PatchUserDto,
  type Role,
  type UserDto,
  type UserListQueryDto,
} from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { mapPage } from '../database/pages/read-entity-page';
import type { PageInput } from '../database/pages/read-page';
import { MailService } from '../mail/mail.service';
import type { Actor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { AppError } from '../platform/errors/app-error';
import { newId } from '../shared/new-id';
import { oneLine } from '../shared/one-line';
import { PasswordsService, type Person } from './passwords/passwords.service';
import { SecurityNoticesService } from '../mail/security-notices.service';
import { detailsOf, differencesOf } from './user-change';
import { UserChangesService } from './user-changes.service';
import { invitationTo, inviteUrl, newInvite } from './invites/user-invite';
import type { User } from './user.entity';
import { toUserDto } from './user.mapper';
import { UsersRepository } from './users.repository';

/** Management of the panel's users by admins. */
@Injectable()
export class UserManagementService {
  constructor(
    private readonly users: UsersRepository,
    private readonly passwords: PasswordsService,
    private readonly changes: UserChangesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly mails: MailService,
    private readonly notices: SecurityNoticesService,
  ) {}

  async list(query: UserListQueryDto & PageInput): Promise<PageDto<UserDto>> {
    return mapPage(await this.users.listUsers(query), toUserDto);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<UserDto> {
    return toUserDto(await this.getUser(id));
  }

  /**
   * Makes a user; without a password, with an invitation link.
   * @param baseUrl the server's address without a trailing slash
   * @throws AppError `email_taken`, `invalid_request` on `password`, `too_many_requests`
   */
  async create(
    { email, name, role, password }: CreateUserDto,
    baseUrl: string,
    actor: Actor,
  ): Promise<CreatedUserDto> {
    const password_hash = password === undefined ? null : await this.hash(password, { name, email });
    const now = this.clock.now();
    const id = newId(now);
    const { invite, token } = newInvite(id, actor, now);
    const isInvited = password_hash === null;
    const event = this.audit.eventOf(actor, {
      action: 'user.created',
      object: `user:${id}`,
      details: { role, invited: isInvited },
    });
    const user = { id, email, name: oneLine(name), role, password_hash };
    const invite_url = inviteUrl(baseUrl, token);
    const mail = isInvited ? await this.mails.compose(invitationTo(user, invite_url)) : null;
    await this.users.insertUser(user, isInvited ? invite : null, event, async (transaction) => {
      if (mail !== null) await this.mails.add(transaction, mail);
    });
    await this.mails.wake();
    await this.changes.tell(id);
    return { ...(await this.get(id)), ...(isInvited ? { invite_url } : {}) };
  }

  /**
   * @param keys what happens to the user's API keys if the user is deactivated
   * @throws AppError `not_found`, `email_taken`, `last_admin`
   */
  async patch(id: string, patch: PatchUserDto, keys: KeysOfLeaver, actor: Actor): Promise<UserDto> {
    const user = await this.getUser(id);
    const change = differencesOf(user, patch);
    if (Object.keys(change).length === 0) return toUserDto(user);
    const leaves = change.is_active === false;
    const details = { ...detailsOf(change), ...(leaves ? { keys } : {}) };
    const event = this.audit.eventOf(actor, { action: 'user.updated', object: `user:${user.id}`, details });
    const isChanged = await this.users.updateUser(user.id, change, event, {
      revokes_keys: leaves && keys === 'revoke',
      ends_calendar_link: change.role !== undefined && isLower(change.role, user.role),
      also: async (transaction) => {
        if (change.email !== undefined) await this.mails.giveUpLinksTo(transaction, user.email);
      },
    });
    if (!isChanged) throw noSuchUser();
    await this.changes.tell(user.id);
    if (change.email !== undefined) await this.notices.tell(user, 'email_changed');
    return this.get(user.id);
  }

  /**
   * @param keys what happens to the user's API keys
   * @throws AppError `not_found`, `last_admin`
   */
  async remove(id: string, keys: KeysOfLeaver, actor: Actor): Promise<void> {
    const user = await this.getUser(id);
    const entry = { action: 'user.deleted', object: `user:${user.id}`, details: { keys } };
    const revokesKeys = keys === 'revoke';
    if (
      !(await this.users.deleteUser(user.id, this.audit.eventOf(actor, entry), { revokes_keys: revokesKeys }))
    )
      throw noSuchUser();
    await this.changes.tell(user.id);
  }

  private async getUser(id: string): Promise<User> {
    const user = await this.users.findById(id);
    if (user === null) throw noSuchUser();
    return user;
  }

  private async hash(password: string, person: Person): Promise<string> {
    await this.passwords.demandUncommon('password', password, person);
    return this.passwords.hash(password);
  }
}

function isLower(role: Role, than: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(than);
}

function noSuchUser(): AppError {
  return new AppError('not_found', 'No user has this id.');
}
