import { ChangeDetectionStrategy, Component, computed, inject, input, output, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto } from '@groupless/shared-dto';
import { Shortcuts } from '../../layout/commands/shortcuts';
import { Toasts } from '../../layout/toasts/toasts';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { ConversationRows } from '../conversation-rows';

/** Who answers here, and the way to change that. */
@Component({
  selector: 'app-thread-banner',
  imports: [Icon, TranslocoPipe],
  template: `
    @if (conversation().status === 'human') {
      <svg appIcon="hand" size="16"></svg>
    } @else {
      <svg appIcon="bot" size="16"></svg>
    }
    <p>
      {{ text() | transloco }}
      @if (hasDraft() && conversation().status !== 'human') {
        {{ 'conversations.draft_kept' | transloco }}
      }
    </p>
    @if (canWrite()) {
      @if (conversation().status === 'human') {
        <button type="button" class="button" [disabled]="isBusy()" (click)="handBack()">
          <svg appIcon="undo-2" size="14"></svg>{{ 'conversations.hand_back' | transloco }}
        </button>
      } @else {
        <button type="button" class="button button-primary" [disabled]="isBusy()" (click)="takeOver()">
          {{ 'conversations.take_over' | transloco }}
        </button>
      }
    }
  `,
  styles: `
    /* Messages in the corner keep clear of it, and of the composer below. */
    :host {
      anchor-name: --foot;
      display: flex;
      flex: none;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      min-height: 48px;
      padding: 8px 16px 8px 20px;
      border-top: 1px solid var(--border);
      background: var(--surface);
      color: var(--text-2);
    }

    p {
      flex: 1;
      min-width: 180px;
    }

    @media (max-width: 767px) {
      :host {
        padding: 8px 12px;
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ThreadBanner {
  readonly conversation = input.required<ConversationDto>();
  /** Something is written that cannot be sent just now. */
  readonly hasDraft = input(false);
  readonly takenOver = output();
  private readonly rows = inject(ConversationRows);
  private readonly toasts = inject(Toasts);
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly isBusy = signal(false);
  protected readonly text = computed(() => `conversations.answers.${this.conversation().status}`);

  constructor() {
    if (!this.canWrite()) return;
    inject(Shortcuts).register([
      {
        keys: 'h',
        label: 'conversations.take_over',
        group: 'nav.conversations',
        run: () => void this.takeOver(),
      },
    ]);
  }

  protected async takeOver(): Promise<void> {
    this.takenOver.emit();
    await this.change(() => this.rows.takeOver(this.conversation().id), 'conversations.not_taken_over');
  }

  protected handBack(): Promise<void> {
    return this.change(() => this.rows.handBack(this.conversation().id), 'conversations.not_handed_back');
  }

  /** Nobody is told that a person answers before the API says so. */
  private async change(work: () => Promise<void>, failed: string): Promise<void> {
    if (this.isBusy()) return;
    this.isBusy.set(true);
    try {
      await work();
    } catch (error) {
      this.toasts.failed(failed, error);
    } finally {
      this.isBusy.set(false);
    }
  }
}
