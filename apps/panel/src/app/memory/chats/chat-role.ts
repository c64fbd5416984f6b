import { Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { MESSAGE_ROLES } from '@groupless/shared-dto';

/** Who wrote a message. Chats may hold roles that other programs made up. */
@Component({
  selector: 'app-chat-role',
  imports: [TranslocoPipe],
  // Each space between the parts would be shown.
  // prettier-ignore
  template: `@if (isKnown()) {{{ 'memory.chat.roles.' + role() | transloco }}} @else {<bdi>{{ role() }}</bdi>}`,
})
export class ChatRole {
  readonly role = input.required<string>();
  protected readonly isKnown = computed(() => (MESSAGE_ROLES as readonly string[]).includes(this.role()));
}
