import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { toolOfAccount, type ActiveAccountDto } from '@groupless/shared-dto';
import { Session } from '../session/session';
import { KeyValue, KeyValues } from '../ui/key-values';
import { RelativeTime } from '../ui/formats/relative-time';
import { UsageBars } from '../ui/usage/usage-bars';

/** The accounts that the coding assistants work with now, one a tool, and the room that their limits leave. */
@Component({
  selector: 'app-active-account',
  imports: [KeyValue, KeyValues, RelativeTime, RouterLink, TranslocoPipe, UsageBars],
  template: `
    <section class="card" aria-labelledby="active-account">
      <h2 id="active-account">
        {{ (areSeveral() ? 'dashboard.account.title_several' : 'dashboard.account.title') | transloco }}
      </h2>
      @for (shown of accounts(); track shown.id) {
        <p class="name">
          <strong>{{ shown.name }}</strong>
          <span class="caption">{{ 'dashboard.account.types.' + shown.type | transloco }}</span>
          @if (areSeveral()) {
            <span class="caption">{{ 'usage.tools.' + toolOf(shown) | transloco }}</span>
          }
        </p>
        @if (shown.has_session) {
          <app-key-values>
            <app-key-value [label]="'dashboard.account.stored' | transloco">
              <app-relative-time [at]="shown.session_updated_at" />
            </app-key-value>
            <app-key-value [label]="'dashboard.account.expires' | transloco">
              @if (shown.session_expires_at; as at) {
                <app-relative-time [at]="at" />
              } @else {
                {{ 'dashboard.account.expires_unknown' | transloco }}
              }
            </app-key-value>
          </app-key-values>
          <app-usage-bars [usage]="shown.usage" />
        } @else {
          <p class="muted">{{ 'dashboard.account.no_session' | transloco }}</p>
        }
      } @empty {
        <p class="muted">{{ 'dashboard.account.none' | transloco }}</p>
      }
      @if (isAdmin()) {
        <a class="all" routerLink="/settings/accounts">{{ 'dashboard.account.all' | transloco }}</a>
      }
    </section>
  `,
  styleUrl: './card.css',
  styles: `
    .name {
      display: flex;
      align-items: baseline;
      gap: 8px;
      flex-wrap: wrap;
      margin-bottom: 4px;
    }

    app-usage-bars {
      margin-top: 8px;
    }

    app-usage-bars + .name {
      margin-top: 16px;
    }

    strong {
      font-weight: 500;
    }

    .all {
      display: inline-block;
      margin-top: 12px;
    }
  `,
})
export class ActiveAccount {
  /** The one that was activated last first. */
  readonly accounts = input.required<readonly ActiveAccountDto[]>();
  protected readonly areSeveral = computed(() => this.accounts().length > 1);
  protected readonly toolOf = toolOfAccount;
  protected readonly isAdmin = inject(Session).isAdmin;
}
