import { Component, DestroyRef, effect, inject, input } from '@angular/core';
import { ConversationRows } from './conversation-rows';
import { Thread } from './thread/thread';

/** The conversation of an address. Each has a thread of its own. */
@Component({
  selector: 'app-conversation',
  imports: [Thread],
  template: `
    @for (one of [id()]; track one) {
      <app-thread [id]="one" />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex: 1;
      min-width: 0;
      min-height: 0;
    }
  `,
})
export class Conversation {
  readonly id = input.required<string>();

  constructor() {
    const rows = inject(ConversationRows);
    effect(() => rows.openId.set(this.id()));
    inject(DestroyRef).onDestroy(() => rows.openId.set(null));
  }
}
