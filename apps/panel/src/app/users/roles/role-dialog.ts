import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, validate } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  mayActAs,
  ROLES,
  seesMemory,
  type ApiKeyDto,
  type KeyScope,
  type Role,
  type UserDto,
} from '@groupless/shared-dto';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { Session } from '../../session/session';
import { sending } from '../../ui/forms/form-submission';
import { RoleChoice } from './role-choice';
import { UsersApi } from '../users-api';

/** Gives a user another role, and says what will change by it. Closes with the changed user. */
@Component({
  selector: 'app-role-dialog',
  imports: [FormDialog, FormField, RoleChoice, TranslocoPipe],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'users.role.title' | transloco: { name: user.name }"
      [submit]="'users.role.save' | transloco"
    >
      <app-role-choice [present]="user.role" [formField]="form.role" />
      <p
        class="notice"
        [class.notice-danger]="form.role().touched() && form.role().invalid()"
        aria-live="polite"
      >
        {{ 'users.role.' + outcome() | transloco: { name: user.name } }}
      </p>
      @if (cutKeys() > 0) {
        <p class="notice" aria-live="polite">
          {{ 'users.role.cuts_keys' | transloco: { name: user.name, count: cutKeys() } }}
        </p>
      }
    </app-form-dialog>
  `,
})
export class RoleDialog {
  private readonly dialog = inject<DialogRef<UserDto>>(DialogRef);
  protected readonly user = inject<UserDto>(DIALOG_DATA);
  private readonly api = inject(UsersApi);
  private readonly isOwn = inject(Session).user_id() === this.user.id;
  protected readonly form = form(
    signal<{ role: Role }>({ role: this.user.role }),
    (path) => {
      validate(path.role, ({ value }) => (value() === this.user.role ? { kind: 'unchanged' } : undefined));
    },
    { submission: sending(({ role }: { role: Role }) => this.save(role)) },
  );
  protected readonly outcome = computed(() => {
    const chosen = this.form.role().value();
    if (chosen === this.user.role) return 'unchanged';
    if (this.isOwn) return 'own';
    // The front desk books and answers already.
    if (this.user.role === 'desk' && chosen === 'operator') return 'raised.operator_from_desk';
    const isRaised = ROLES.indexOf(chosen) > ROLES.indexOf(this.user.role);
    return `${isRaised ? 'raised' : 'lowered'}.${chosen}`;
  });

  /** The keys of the user; none where they could not be read. */
  private readonly keys = signal<readonly ApiKeyDto[]>([]);
  protected readonly cutKeys = computed(() => {
    const chosen = this.form.role().value();
    return this.keys().filter(({ scopes }) => isCut(scopes, this.user.role, chosen)).length;
  });

  constructor() {
    this.api.listKeysOf(this.user.id).then(
      (keys) => this.keys.set(keys),
      () => undefined,
    );
  }

  private async save(role: Role): Promise<void> {
    this.dialog.close(await this.api.change(this.user.id, { role }));
  }
}

/** Whether a key for a user opens less after a change of the user's role. */
function isCut(scopes: readonly KeyScope[], from: Role, to: Role): boolean {
  const hasOne = (...some: KeyScope[]) => some.some((scope) => scopes.includes(scope));
  const losesMemory = seesMemory(from) && !seesMemory(to);
  const losesWriting = mayActAs(from, 'operator') && !mayActAs(to, 'operator');
  if (losesMemory && hasOne('memory', 'panel:read', 'panel:write')) return true;
  return losesWriting && (hasOne('panel:write') || (hasOne('memory') && seesMemory(from)));
}
