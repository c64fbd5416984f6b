import { Component, computed, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuditEventDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime } from '../../ui/formats/relative-time';
import { Segmented } from '../../ui/forms/segmented';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { AuditAction } from './audit-action';
import { detailsText } from './audit-actions';
import { AuditActor } from './audit-actor';
import { AuditObject } from './audit-object';

const PAGE = 30;

/** What one user did, or what was done to them, the latest first. */
@Component({
  selector: 'app-audit-list',
  imports: [
    AuditAction,
    AuditActor,
    AuditObject,
    DateTime,
    ErrorPanel,
    RouterLink,
    Segmented,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  template: `
    <app-segmented
      [label]="'users.audit.side' | transloco"
      [segments]="[
        { value: 'by', label: 'users.audit.by' | transloco },
        { value: 'to', label: 'users.audit.to_user' | transloco },
      ]"
      [(value)]="side"
    />
    @if (events.problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="events.reload()" />
    }
    <ng-container *appWhileWaiting="events.isFirstLoad()">
      <app-skeleton height="44px" />
    </ng-container>
    <ol>
      @for (event of events.items(); track event.id) {
        <li>
          <span class="line">
            <app-audit-action [action]="event.action" />
            <app-date-time class="caption" [at]="event.at" />
          </span>
          <span class="caption">
            @if (side() === 'to') {
              <app-audit-actor [event]="event" />
            } @else if (event.object) {
              <app-audit-object [event]="event" />
            }
            @if (event.ip) {
              · {{ event.ip }}
            }
            @if (detailsText(event.details); as text) {
              · {{ text }}
            }
          </span>
        </li>
      }
    </ol>
    @if (events.isEmpty()) {
      <p class="muted">{{ 'users.audit.none_of_user' | transloco }}</p>
    }
    <div class="buttons">
      @if (events.hasMore()) {
        <button type="button" class="button" [disabled]="events.isLoadingMore()" (click)="events.loadMore()">
          {{ 'users.audit.more' | transloco }}
        </button>
      }
      <a routerLink="/users/audit" [queryParams]="query()">{{ 'users.audit.all' | transloco }}</a>
    </div>
  `,
  styles: `
    app-segmented {
      margin-bottom: 4px;
    }

    li {
      display: flex;
      flex-direction: column;
      padding: 8px 0;
      border-bottom: 1px solid var(--border);
    }

    .line {
      display: flex;
      justify-content: space-between;
      gap: 8px;
    }

    .buttons {
      display: flex;
      align-items: center;
      gap: 16px;
      margin-top: 16px;
    }
  `,
})
export class AuditList {
  readonly user_id = input.required<string>();
  protected readonly side = signal<'by' | 'to'>('by');
  protected readonly query = computed((): Record<string, string> =>
    this.side() === 'by' ? { user_id: this.user_id() } : { object: `user:${this.user_id()}` },
  );
  protected readonly events = pageList<AuditEventDto>(
    () => ({ url: '/api/settings/audit', query: this.query() }),
    { page: PAGE },
  );
  protected readonly detailsText = detailsText;
}
