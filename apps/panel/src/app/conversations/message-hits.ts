import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { MessageHitDto } from '@groupless/shared-dto';
import { nameOf } from '../crm/conversation-name';
import { pageList } from '../data/page-list';
import { Formats } from '../i18n/formats';
import { ErrorPanel } from '../ui/error-panel';
import { Marked } from '../ui/formats/highlighted';
import { Phone } from '../ui/formats/phone';
import { Now } from '../ui/formats/relative-time';
import { placeOf } from './hit-place';
import { Days } from './thread/days';

/** Messages of all conversations in which the searched words are. */
@Component({
  selector: 'app-message-hits',
  imports: [ErrorPanel, Marked, Phone, RouterLink, TranslocoPipe],
  template: `
    @if (hits.problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="hits.reload()" />
    }
    @if (hits.items().length > 0) {
      <h2>{{ 'conversations.hits' | transloco }} · {{ total() }}</h2>
      <ul>
        @for (hit of hits.items(); track hit.message_id) {
          <li>
            <a
              [routerLink]="['/conversations', hit.conversation_id]"
              [queryParams]="placeOf(hit)"
              queryParamsHandling="merge"
            >
              <span class="line caption">
                <bdi class="nowrap">{{ nameOf(hit) | phone }}</bdi>
                <time [attr.datetime]="hit.timestamp">{{ days.short(hit.timestamp, now.ms()) }}</time>
              </span>
              <app-marked class="nowrap" [excerpt]="hit.excerpt" />
              @if (hit.is_corrected) {
                <span class="caption">{{ 'conversations.corrected_later' | transloco }}</span>
              }
            </a>
          </li>
        }
      </ul>
      @if (hits.hasMore()) {
        <button type="button" class="link-button" [disabled]="hits.isLoadingMore()" (click)="hits.loadMore()">
          {{ 'conversations.more_hits' | transloco }}
        </button>
      }
    }
  `,
  styles: `
    :host {
      flex: none;
      max-height: 40%;
      border-top: 1px solid var(--border);
      overflow-y: auto;
    }

    :host:empty {
      display: none;
    }

    h2 {
      padding: 12px 16px 4px;
      font: 600 12px/16px var(--font);
    }

    a {
      display: flex;
      flex-direction: column;
      padding: 6px 16px;
      color: inherit;
      text-decoration: none;
    }

    a:focus-visible {
      outline-offset: -2px;
    }

    a:hover {
      background: var(--surface-2);
    }

    .link-button {
      margin: 4px 16px 12px;
    }

    .line {
      display: flex;
      justify-content: space-between;
      gap: 8px;
    }
  `,
})
export class MessageHits {
  readonly search = input.required<string>();
  private readonly formats = inject(Formats);
  protected readonly days = inject(Days);
  protected readonly now = inject(Now);
  protected readonly nameOf = nameOf;
  protected readonly placeOf = placeOf;
  protected readonly hits = pageList<MessageHitDto>(
    () => ({ url: '/api/conversations/messages', query: { q: this.search() } }),
    { page: 20, outdatedBy: ({ type }) => type === 'conversation.updated' },
  );
  protected readonly total = computed(() =>
    this.formats.total(this.hits.total(), this.hits.total_is_exact()),
  );
}
