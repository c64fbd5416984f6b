import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { ROLES, type Role, type UserDto } from '@groupless/shared-dto';
import { isProblem, type Problem } from '../../http/problem';
import { DialogFrame } from '../../layout/dialogs/dialog-frame';
import { Session } from '../../session/session';
import { RoleChoice } from './role-choice';
import { UsersApi } from '../users-api';

/** Gives a user another role, and says what will change by it. Closes with the changed user. */
@Component({
  selector: 'app-role-dialog',
  imports: [DialogFrame, RoleChoice, TranslocoPipe],
  template: `
    <form (submit)="save($event)">
      <app-dialog-frame
        [heading]="'users.role.title' | transloco: { name: user.name }"
        [submit]="'users.role.save' | transloco"
        [isBlocked]="role() === user.role || isSending()"
      >
        <div class="stack">
          <app-role-choice [present]="user.role" [(value)]="role" />
          <p class="notice" aria-live="polite">
            {{ 'users.role.' + outcome() | transloco: { name: user.name } }}
          </p>
          @if (problem(); as failed) {
            <p class="notice notice-danger" role="alert">{{ failed.message }}</p>
          }
        </div>
      </app-dialog-frame>
    </form>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RoleDialog {
  private readonly dialog = inject<DialogRef<UserDto>>(DialogRef);
  protected readonly user = inject<UserDto>(DIALOG_DATA);
  private readonly api = inject(UsersApi);
  private readonly isOwn = inject(Session).user_id() === this.user.id;
  protected readonly role = signal<Role>(this.user.role);
  protected readonly problem = signal<Problem | null>(null);
  protected readonly isSending = signal(false);
  protected readonly outcome = computed(() => {
    const chosen = this.role();
    if (chosen === this.user.role) return 'unchanged';
    if (this.isOwn) return 'own';
    const isRaised = ROLES.indexOf(chosen) > ROLES.indexOf(this.user.role);
    return `${isRaised ? 'raised' : 'lowered'}.${chosen}`;
  });

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.role() === this.user.role || this.isSending()) return;
    this.isSending.set(true);
    this.problem.set(null);
    try {
      this.dialog.close(await this.api.change(this.user.id, { role: this.role() }));
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.problem.set(error);
    } finally {
      this.isSending.set(false);
    }
  }
}
