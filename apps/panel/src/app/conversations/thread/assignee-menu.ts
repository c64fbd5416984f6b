import { CdkMenu, CdkMenuItem, CdkMenuItemRadio, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, input, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AssigneeDto, ConversationDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Toasts } from '../../ui/toasts/toasts';
import { Icon } from '../../ui/icon';
import { ConversationRows } from '../conversation-rows';
import { enterWhenRead } from '../enter-menu';
import { HeldChange } from './held-change';

/** Who looks after a conversation, and the way to change that. The team is read when the menu opens. */
@Component({
  selector: 'app-assignee-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuItemRadio, CdkMenuTrigger, Icon, TranslocoPipe],
  template: `
    <button
      type="button"
      class="button quieter"
      [attr.aria-label]="
        name() === null ? null : ('conversations.assign.label' | transloco: { name: name() })
      "
      [cdkMenuTriggerFor]="menu"
      (cdkMenuOpened)="isOpen.set(true)"
      (cdkMenuClosed)="isOpen.set(false)"
    >
      <svg appIcon="user-round" size="14"></svg>
      <span class="nowrap">
        @if (name(); as assignee) {
          <bdi>{{ assignee }}</bdi>
        } @else {
          {{ 'conversations.assign.to' | transloco }}
        }
      </span>
    </button>
    <ng-template #menu>
      <div class="menu" cdkMenu>
        @if (loaded.problem()) {
          <button type="button" class="menu-item" cdkMenuItem (cdkMenuItemTriggered)="openAgain()">
            {{ 'conversations.list_failed' | transloco }}
          </button>
        }
        @for (user of team(); track user.id) {
          <button
            type="button"
            class="menu-item"
            cdkMenuItemRadio
            [cdkMenuItemChecked]="user.id === conversation().assigned_to?.id"
            (cdkMenuItemTriggered)="assign(user)"
          >
            <bdi class="nowrap">{{ user.name }}</bdi>
          </button>
        }
        <button
          type="button"
          class="menu-item"
          cdkMenuItemRadio
          [cdkMenuItemChecked]="name() === null"
          (cdkMenuItemTriggered)="assign(null)"
        >
          {{ 'conversations.assign.nobody' | transloco }}
        </button>
      </div>
    </ng-template>
  `,
  styles: `
    .nowrap {
      max-width: 120px;
    }
  `,
})
export class AssigneeMenu {
  readonly conversation = input.required<ConversationDto>();
  private readonly rows = inject(ConversationRows);
  private readonly held = inject(HeldChange);
  private readonly toasts = inject(Toasts);
  private readonly trigger = viewChild.required(CdkMenuTrigger);
  protected readonly isOpen = signal(false);
  protected readonly name = computed(() => this.conversation().assigned_to?.name ?? null);
  protected readonly loaded = query<AssigneeDto[]>(() =>
    this.isOpen() ? '/api/conversations/assignees' : undefined,
  );
  protected readonly team = computed(() => this.loaded.value() ?? []);
  protected readonly openAgain = enterWhenRead(this.trigger, this.isOpen, this.loaded);

  constructor() {
    const assign = { keys: 'a', label: 'conversations.assign.to', group: 'nav.conversations' };
    inject(Shortcuts).register([{ ...assign, run: () => this.trigger().open() }]);
  }

  protected async assign(user: AssigneeDto | null): Promise<void> {
    try {
      const { id } = this.conversation();
      await this.held.run('change', (meant) => this.rows.assign(id, user, meant));
    } catch (error) {
      this.toasts.failed('conversations.assign.failed', error);
    }
  }
}
