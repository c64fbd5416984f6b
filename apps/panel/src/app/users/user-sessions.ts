import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuthSessionDto, UserDto } from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { query } from '../data/query';
import { browserName } from '@groupless/shared-dto/access/browser-name';
import { ErrorPanel } from '../ui/error-panel';
import { RelativeTime } from '../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../ui/skeleton';
import { UserActions } from './user-actions';

/** Where a user is logged in. */
@Component({
  selector: 'app-user-sessions',
  imports: [ErrorPanel, RelativeTime, Skeleton, TranslocoPipe, WhileWaiting],
  template: `
    @if (sessions.problem(); as error) {
      <app-error-panel [error]="error" (retry)="sessions.reload()" />
    }
    <ng-container *appWhileWaiting="sessions.isFirstLoad()">
      <app-skeleton height="44px" />
    </ng-container>
    @if (sessions.value(); as shown) {
      <ul>
        @for (one of shown; track one.id) {
          <li>
            <span class="nowrap" [attr.title]="one.user_agent">
              {{ browserName(one.user_agent) ?? ('users.sessions.unknown_browser' | transloco) }}
              @if (one.current) {
                <span class="caption">{{ 'users.sessions.current' | transloco }}</span>
              }
            </span>
            <span class="caption">
              {{ 'users.sessions.last_used' | transloco }} <app-relative-time [at]="one.last_used_at" />
              @if (one.ip) {
                · {{ one.ip }}
              }
            </span>
          </li>
        }
      </ul>
      @if (shown.length > 0) {
        <button type="button" class="button" (click)="endAll()">
          {{ 'users.actions.end_sessions' | transloco }}
        </button>
      } @else {
        <p class="muted">{{ 'users.sessions.none' | transloco }}</p>
      }
    }
  `,
  styles: `
    li {
      display: flex;
      flex-direction: column;
      padding: 8px 0;
      border-bottom: 1px solid var(--border);
    }

    .button {
      margin-top: 16px;
    }
  `,
})
export class UserSessions {
  readonly user = input.required<UserDto>();
  private readonly actions = inject(UserActions);
  private readonly id = computed(() => this.user().id);
  protected readonly sessions = query<AuthSessionDto[]>(() => apiPath`/api/users/${this.id()}/sessions`);
  protected readonly browserName = browserName;

  protected async endAll(): Promise<void> {
    if (await this.actions.endSessions(this.user())) await this.sessions.reload();
  }
}
