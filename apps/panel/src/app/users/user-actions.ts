import { inject, Injectable } from '@angular/core';
import type { InvitedUserDto, KeysOfLeaver, UserDto } from '@groupless/shared-dto';
import { Confirm } from '../ui/dialogs/confirm';
import { Dialogs } from '../ui/dialogs/dialogs';
import type { Question } from '../ui/dialogs/question';
import { Toasts } from '../ui/toasts/toasts';
import { Session } from '../session/session';
import { UsersApi } from './users-api';

/** What an admin does with one user: asks first where it cannot be taken back, then does it and says so. */
@Injectable({ providedIn: 'root' })
export class UserActions {
  private readonly api = inject(UsersApi);
  private readonly dialogs = inject(Dialogs);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly session = inject(Session);

  /** The changed user; null if nothing was changed. */
  async changeRole(user: UserDto): Promise<UserDto | null> {
    const load = () => import('./roles/role-dialog').then(({ RoleDialog }) => RoleDialog);
    const changed = await this.dialogs.load<UserDto>(load, {
      data: user,
      width: 'min(520px, calc(100vw - 32px))',
    });
    if (changed !== undefined) this.toasts.show('users.role.changed', { params: { name: user.name } });
    return changed ?? null;
  }

  async edit(user: UserDto): Promise<UserDto | null> {
    const load = () => import('./edit-dialog').then(({ EditDialog }) => EditDialog);
    return (await this.dialogs.load<UserDto>(load, { data: user })) ?? null;
  }

  /** Lets a user in again, at once; takes the access only after a question. */
  async setActive(user: UserDto, is_active: boolean): Promise<UserDto | null> {
    if (is_active) return this.attempt('enable', user, () => this.api.change(user.id, { is_active }));
    const keys = await this.askAsLeaver(user, this.questionFor('disable', user));
    return keys && this.attempt('disable', user, () => this.api.disable(user.id, keys));
  }

  async showNewLink(user: UserDto): Promise<void> {
    if (!(await this.ask(user.invited ? 'invite_again' : 'new_password', user, false))) return;
    try {
      const invited = await this.api.inviteAgain(user.id);
      const load = () => import('./invites/link-dialog').then(({ LinkDialog }) => LinkDialog);
      await this.dialogs.load<unknown, InvitedUserDto>(load, { data: invited, disableClose: true });
    } catch (error) {
      this.toasts.failed('users.link.failed', error);
    }
  }

  async endSessions(user: UserDto): Promise<boolean> {
    if (!(await this.ask('end_sessions', user))) return false;
    return (
      (await this.attempt('end_sessions', user, () => this.api.endSessions(user.id).then(done))) ?? false
    );
  }

  async removeSecondFactor(user: UserDto): Promise<boolean> {
    if (!(await this.ask('remove_totp', user))) return false;
    const remove = () => this.api.removeSecondFactor(user.id).then(done);
    return (await this.attempt('remove_totp', user, remove)) ?? false;
  }

  async remove(user: UserDto): Promise<boolean> {
    const question = { ...this.questionFor('remove', user), typedName: user.email };
    const keys = await this.askAsLeaver(user, question);
    if (keys === null) return false;
    return (await this.attempt('remove', user, () => this.api.remove(user.id, keys).then(done))) ?? false;
  }

  private ask(what: string, user: UserDto, isDangerous = true): Promise<boolean> {
    return this.confirm.ask({ ...this.questionFor(what, user), isDangerous });
  }

  /**
   * Says how many conversations will be given back, and asks also what becomes of the API keys that the user made; null:
   * the user stays as it is.
   */
  private async askAsLeaver({ id }: UserDto, question: Question): Promise<KeysOfLeaver | null> {
    // Without an answer the question is asked all the same.
    const count = await this.api.countConversations(id).catch(() => 0);
    const answer = await this.confirm.askWithOption({
      ...question,
      option: 'users.ask.keep_keys',
      more: count > 0 ? 'users.ask.holds' : undefined,
      params: { ...question.params, count },
    });
    return answer && (answer.hasOption ? 'keep' : 'revoke');
  }

  private questionFor(what: string, user: UserDto): Question {
    const isOwn = user.id === this.session.user_id();
    return {
      title: `users.ask.${what}_title`,
      // A change that ends the own session says so.
      text: isOwn && OWN_SESSION_ENDS.includes(what) ? 'users.ask.own_session' : `users.ask.${what}_text`,
      action: `users.actions.${what}`,
      params: { name: user.name },
      isDangerous: true,
    };
  }

  private async attempt<Result>(
    what: string,
    { name }: UserDto,
    work: () => Promise<Result>,
  ): Promise<Result | null> {
    try {
      const result = await work();
      this.toasts.show(`users.done.${what}`, { params: { name } });
      return result;
    } catch (error) {
      this.toasts.failed('users.failed', error, { params: { name } });
      return null;
    }
  }
}

const OWN_SESSION_ENDS = ['disable', 'end_sessions', 'remove_totp'];

const done = () => true;
