import { Component, inject, input } from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { TranslocoPipe } from '@jsverse/transloco';
import type { UserDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
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
})
export class UserOverview {
  readonly user = input.required<UserDto>();
  /** Nobody else could manage the users: what would end that is refused by the API. */
  readonly isLastAdmin = input(false);
  private readonly whenChanged = new Subject<UserDto>();
  readonly changed = outputFromObservable(this.whenChanged);
  /** How the user gets in has changed, other than by the answer of a change. */
  private readonly whenAccessChanged = new Subject<void>();
  readonly accessChanged = outputFromObservable(this.whenAccessChanged);
  private readonly whenRemoved = new Subject<void>();
  readonly removed = outputFromObservable(this.whenRemoved);
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
    if (await this.actions.removeSecondFactor(this.user())) this.whenAccessChanged.next();
  }

  protected async remove(): Promise<void> {
    if (await this.actions.remove(this.user())) this.whenRemoved.next();
  }

  private tell(changed: UserDto | null): void {
    if (changed !== null) this.whenChanged.next(changed);
  }
}
