import { ChangeDetectionStrategy, Component, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { UserDto } from '@groupless/shared-dto';
import { CopyButton } from '../ui/copy/copy-button';
import { KeyValue, KeyValues } from '../ui/key-values';
import { DateTime, RelativeTime } from '../ui/formats/relative-time';
import { UserActions } from './user-actions';

/** What is known of a user, and what an admin can do about it. */
@Component({
  selector: 'app-user-overview',
  imports: [CopyButton, DateTime, KeyValue, KeyValues, RelativeTime, TranslocoPipe],
  templateUrl: './user-overview.html',
  styleUrl: './user-overview.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class UserOverview {
  readonly user = input.required<UserDto>();
  /** Nobody else could manage the users: what would end that is refused by the API. */
  readonly isLastAdmin = input(false);
  readonly changed = output<UserDto>();
  /** How the user gets in has changed, other than by the answer of a change. */
  readonly accessChanged = output();
  readonly removed = output();
  private readonly actions = inject(UserActions);

  protected async changeRole(): Promise<void> {
    this.tell(await this.actions.changeRole(this.user()));
  }

  protected async setActive(is_active: boolean): Promise<void> {
    this.tell(await this.actions.setActive(this.user(), is_active));
  }

  protected async showNewLink(): Promise<void> {
    await this.actions.showNewLink(this.user());
  }

  protected async removeSecondFactor(): Promise<void> {
    if (await this.actions.removeSecondFactor(this.user())) this.accessChanged.emit();
  }

  protected async remove(): Promise<void> {
    if (await this.actions.remove(this.user())) this.removed.emit();
  }

  private tell(changed: UserDto | null): void {
    if (changed !== null) this.changed.emit(changed);
  }
}
