import { Component, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationNoteDto } from '@groupless/shared-dto';
import { ConversationsApi, notesOf } from '../conversations-api';
import { pageList } from '../../data/page-list';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { RelativeTime } from '../../ui/formats/relative-time';
import { LongText } from '../../ui/long-text';

/** The notes that were removed, and the way to put them back. */
@Component({
  selector: 'app-removed-notes',
  imports: [LongText, RelativeTime, TranslocoPipe],
  template: `
    @if (notes.isEmpty()) {
      <p class="muted">{{ 'conversations.notes.none_removed' | transloco }}</p>
    }
    <ul>
      @for (note of notes.items(); track note.id) {
        <li>
          <p class="caption">
            <bdi>{{ note.author.name }}</bdi> ·
            {{ 'conversations.notes.removed_by' | transloco: { name: note.removed_by } }} ·
            <app-relative-time [at]="note.removed_at" />
          </p>
          <p class="text" dir="auto"><app-long-text [text]="note.text" /></p>
          @if (mayPutBack(note)) {
            <button type="button" class="link-button" (click)="restore(note)">
              {{ 'conversations.notes.put_back' | transloco }}
            </button>
          }
        </li>
      }
    </ul>
    @if (notes.hasMore()) {
      <button type="button" class="button" (click)="notes.loadMore()">
        {{ 'conversations.notes.more' | transloco }}
      </button>
    }
  `,
  styles: `
    ul {
      display: flex;
      flex-direction: column;
      gap: 8px;
    }

    .text {
      color: var(--text-2);
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
  `,
})
export class RemovedNotes {
  readonly conversation_id = input.required<string>();
  readonly putBack = output();
  private readonly api = inject(ConversationsApi);
  private readonly toasts = inject(Toasts);
  private readonly session = inject(Session);
  protected readonly notes = pageList<ConversationNoteDto>(
    () => ({ url: notesOf(this.conversation_id()), query: { removed: 'true' } }),
    { page: 10 },
  );

  /** The author, and admins. */
  protected mayPutBack({ author }: ConversationNoteDto): boolean {
    return this.session.isAdmin() || (this.session.isOperator() && author.id === this.session.user_id());
  }

  protected async restore({ id }: ConversationNoteDto): Promise<void> {
    try {
      await this.api.putNoteBack(this.conversation_id(), id);
      await this.notes.reload();
      this.putBack.emit();
    } catch (error) {
      this.toasts.failed('conversations.notes.not_put_back', error);
    }
  }
}
