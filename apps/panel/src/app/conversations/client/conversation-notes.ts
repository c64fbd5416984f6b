import { Component, computed, type ElementRef, inject, input, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type ConversationNoteDto } from '@groupless/shared-dto';
import { ConversationsApi, notesOf } from '../conversations-api';
import { pageList } from '../../data/page-list';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { IconButton } from '../../ui/icon-button';
import { LongText } from '../../ui/long-text';
import { RelativeTime } from '../../ui/formats/relative-time';
import { beginsWord, inserted } from '../typed-mark';
import { MentionMenu } from './mention-menu';
import { NoteDrafts } from './note-drafts';
import { RemovedNotes } from './removed-notes';

/** What the team writes to itself. Ctrl+Enter in the composer sends a reply; here only the button adds a note. */
@Component({
  selector: 'app-conversation-notes',
  imports: [ErrorPanel, IconButton, LongText, MentionMenu, RelativeTime, RemovedNotes, TranslocoPipe],
  template: `
    <h3>{{ 'conversations.notes.title' | transloco }}</h3>
    <p class="caption">{{ 'conversations.notes.hint' | transloco }}</p>
    @if (canWrite()) {
      <form (submit)="add($event, field)">
        <textarea
          #field
          class="input"
          dir="auto"
          rows="2"
          [attr.aria-label]="'conversations.notes.label' | transloco"
          [attr.maxlength]="max"
          [placeholder]="'conversations.notes.label' | transloco"
          [value]="text()"
          (input)="drafts.set(conversation_id(), $any($event.target).value)"
          (keydown)="onKey($event, field, mentions)"
        ></textarea>
        <div class="buttons">
          <button
            type="submit"
            class="button"
            [attr.aria-disabled]="text().trim() === ''"
            [disabled]="isBusy()"
          >
            {{ 'conversations.notes.add' | transloco }}
          </button>
          <app-mention-menu #mentions (inserted)="insert($event, field)" (closed)="field.focus()" />
        </div>
      </form>
    }
    @if (notes.problem(); as error) {
      <app-error-panel [error]="error" (retry)="notes.reload()" />
    }
    <ul>
      @for (note of notes.items(); track note.id) {
        <li>
          <p class="by caption">
            <span class="nowrap"
              ><bdi>{{ note.author.name }}</bdi> · <app-relative-time [at]="note.created_at"
            /></span>
            @if (canRemove(note)) {
              <button
                appIconButton="x"
                size="14"
                [label]="'conversations.notes.remove' | transloco"
                (click)="remove(note)"
              ></button>
            }
          </p>
          <p class="text" dir="auto"><app-long-text [text]="note.text" /></p>
        </li>
      }
    </ul>
    @if (notes.hasMore()) {
      <button type="button" class="button" (click)="notes.loadMore()">
        {{ 'conversations.notes.more' | transloco }}
      </button>
    }
    <button
      type="button"
      class="link-button"
      [attr.aria-expanded]="isShowingRemoved()"
      (click)="isShowingRemoved.set(!isShowingRemoved())"
    >
      {{ 'conversations.notes.' + (isShowingRemoved() ? 'hide_removed' : 'show_removed') | transloco }}
    </button>
    @if (isShowingRemoved()) {
      <app-removed-notes [conversation_id]="conversation_id()" (putBack)="notes.reload()" />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: stretch;
      gap: 8px;
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }

    form {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 8px;
    }

    textarea {
      width: 100%;
      max-height: 160px;
      resize: none;
      field-sizing: content;
    }

    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }

    ul {
      display: flex;
      flex-direction: column;
      gap: 8px;
    }

    li {
      padding: 4px 4px 8px 12px;
      border-inline-start: 2px solid var(--border-strong);
    }

    .by {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
    }

    .link-button {
      align-self: flex-start;
    }

    .text {
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
  `,
})
export class ConversationNotes {
  readonly conversation_id = input.required<string>();
  private readonly api = inject(ConversationsApi);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  private readonly session = inject(Session);
  protected readonly canWrite = this.session.isOperator;
  protected readonly max = LIMITS.chat_text.max;
  protected readonly drafts = inject(NoteDrafts);
  private readonly field = viewChild<ElementRef<HTMLTextAreaElement>>('field');
  protected readonly text = computed(() => this.drafts.of(this.conversation_id()));
  protected readonly isBusy = signal(false);
  protected readonly isShowingRemoved = signal(false);
  protected readonly notes = pageList<ConversationNoteDto>(() => ({ url: notesOf(this.conversation_id()) }), {
    page: 10,
  });

  focus(): void {
    this.field()?.nativeElement.focus();
  }

  /** The author, and admins. */
  protected canRemove({ author }: ConversationNoteDto): boolean {
    return this.session.isAdmin() || (this.canWrite() && author.id === this.session.user_id());
  }

  protected onKey(event: KeyboardEvent, field: HTMLTextAreaElement, mentions: MentionMenu): void {
    if (!beginsWord(event, field, '@')) return;
    event.preventDefault();
    mentions.open();
  }

  protected insert(text: string, field: HTMLTextAreaElement): void {
    this.drafts.set(this.conversation_id(), inserted(field, this.text(), text));
  }

  protected async add(event: Event, field: HTMLTextAreaElement): Promise<void> {
    event.preventDefault();
    const text = this.text();
    if (text.trim() === '') field.focus();
    if (text.trim() === '' || this.isBusy()) return;
    this.isBusy.set(true);
    const id = this.conversation_id();
    try {
      await this.api.addNote(id, text);
      this.drafts.stored(id, text);
      await this.notes.reload();
    } catch (error) {
      this.toasts.failed('conversations.notes.failed', error);
    } finally {
      this.isBusy.set(false);
    }
  }

  /** That of a colleague is removed after a question. */
  protected async remove({ id, author }: ConversationNoteDto): Promise<void> {
    const conversation = this.conversation_id();
    const isOwn = author.id === this.session.user_id();
    const question = { title: 'conversations.notes.remove_title', text: 'conversations.notes.remove_text' };
    const action = 'conversations.notes.remove';
    if (
      !isOwn &&
      !(await this.confirm.ask({ ...question, action, params: { name: author.name }, isDangerous: true }))
    )
      return;
    try {
      await this.api.removeNote(conversation, id);
      await this.notes.reload();
      this.toasts.undoable('conversations.notes.removed', () => void this.putBack(conversation, id));
    } catch (error) {
      this.toasts.failed('conversations.notes.not_removed', error);
    }
  }

  private async putBack(conversation: string, id: string): Promise<void> {
    try {
      await this.api.putNoteBack(conversation, id);
      await this.notes.reload();
    } catch (error) {
      const action = { label: 'conversations.retry', run: () => void this.putBack(conversation, id) };
      this.toasts.failed('conversations.notes.not_put_back', error, { action });
    }
  }
}
