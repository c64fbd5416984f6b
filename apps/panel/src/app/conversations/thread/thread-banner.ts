import { Component, computed, inject, input, output, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AgentState, AgentStateDto, ConversationDto } from '@groupless/shared-dto';
import { AgentPause } from '../../crm/agent-pause/agent-pause';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { Now } from '../../ui/formats/relative-time';
import { Icon } from '../../ui/icon';
import { ConversationRows } from '../conversation-rows';
import { Days } from './days';
import { HeldChange, type Meant } from './held-change';

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
      {{ text().key | transloco: text().params }}
      @if (hasDraft() && isColleagues()) {
        {{ 'conversations.draft_kept' | transloco }}
      }
    </p>
    @if (canWrite()) {
      @if (isMine()) {
        <button
          type="button"
          class="button"
          [attr.title]="('conversations.hand_back' | transloco) + ' (b)'"
          [disabled]="isBusy()"
          (click)="handBack()"
        >
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
})
export class ThreadBanner {
  readonly conversation = input.required<ConversationDto>();
  /** Something is written that cannot be sent just now. */
  readonly hasDraft = input(false);
  readonly takenOver = output();
  private readonly rows = inject(ConversationRows);
  private readonly toasts = inject(Toasts);
  private readonly held = inject(HeldChange);
  private readonly days = inject(Days);
  private readonly now = inject(Now);
  private readonly formats = inject(Formats);
  private readonly pause = inject(AgentPause);
  private readonly user_id = inject(Session).user_id;
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly isBusy = signal(false);
  /** Whether a colleague answers here. */
  protected readonly isColleagues = computed(() => {
    const { status, assigned_to } = this.conversation();
    return status === 'human' && assigned_to !== null && assigned_to.id !== this.user_id();
  });
  /** Whether the user does, or nobody in particular. */
  protected readonly isMine = computed(() => this.conversation().status === 'human' && !this.isColleagues());
  private readonly agent = query<AgentStateDto>(() =>
    this.conversation().status === 'open' ? '/api/conversations/agent' : undefined,
  );
  protected readonly text = computed(() => {
    const { status, assigned_to, assigned_at } = this.conversation();
    const { state = 'answers', last_seen_at = null } = this.agent.value() ?? {};
    const pause = state === 'disabled' && status === 'open' ? this.pause.current() : null;
    if (pause !== null) {
      const params = { name: pause.by, at: this.formats.dateTime(pause.until) };
      return { key: `conversations.answers.open_paused${pause.until === null ? '' : '_until'}`, params };
    }
    const params = {
      name: assigned_to?.name ?? '',
      at: this.timeOf(status === 'human' ? assigned_at : last_seen_at),
    };
    return { key: `conversations.answers.${status}${this.variant(state)}`, params };
  });

  constructor() {
    if (!this.canWrite()) return;
    inject(Shortcuts).register([
      {
        keys: 'h',
        label: 'conversations.take_over',
        group: 'nav.conversations',
        run: () => (this.isMine() ? this.takenOver.emit() : void this.takeOver()),
      },
      {
        keys: 'b',
        label: 'conversations.hand_back',
        group: 'nav.conversations',
        run: () => {
          if (this.isMine()) void this.handBack();
        },
      },
    ]);
  }

  protected async takeOver(): Promise<void> {
    this.takenOver.emit();
    await this.change(
      ({ force }) => this.rows.takeOver(this.conversation().id, force),
      'conversations.not_taken_over',
    );
  }

  protected handBack(): Promise<void> {
    return this.change(
      (meant) => this.rows.handBack(this.conversation().id, meant),
      'conversations.not_handed_back',
    );
  }

  private variant(state: AgentState): string {
    const { status, assigned_to } = this.conversation();
    if (status === 'open' && state !== 'answers') return `_${state}`;
    if (status !== 'human' || assigned_to === null) return '';
    return this.isColleagues() ? '_colleague' : '_me';
  }

  private timeOf(at: string | null): string {
    return at === null ? '' : this.days.short(at, this.now.ms());
  }

  /** Nobody is told that a person answers before the API says so. */
  private async change(work: (meant: Meant) => Promise<void>, failed: string): Promise<void> {
    if (this.isBusy()) return;
    this.isBusy.set(true);
    try {
      await this.held.run('take', work);
    } catch (error) {
      this.toasts.failed(failed, error);
    } finally {
      this.isBusy.set(false);
    }
  }
}
