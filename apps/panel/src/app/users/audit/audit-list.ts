import { Component, computed, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuditEventDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { DateTime } from '../../ui/formats/relative-time';
import { Icon } from '../../ui/icon';
import { ListFrame } from '../../ui/lists/list-frame';
import { Segmented } from '../../ui/forms/segmented';
import { AuditAction } from './audit-action';
import { detailsText } from './audit-actions';
import { AuditActor } from './audit-actor';
import { AuditObject } from './audit-object';

const PAGE = 30;

/** What one user did, or what was done to them, the latest first. */
@Component({
  selector: 'app-audit-list',
  imports: [
    ListFrame,
    AuditAction,
    AuditActor,
    AuditObject,
    DateTime,
    Icon,
    RouterLink,
    Segmented,
    TranslocoPipe,
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
    <p>
      <a routerLink="/users/audit" [queryParams]="query()">{{ 'users.audit.all' | transloco }}</a>
    </p>
    <app-list-frame [of]="events" none="users.audit.none_of_user">
      <svg icon appIcon="scroll-text"></svg>
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
    </app-list-frame>
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

    p {
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
