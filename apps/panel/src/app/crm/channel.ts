import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';
import { Texts } from '../i18n/texts';

/** The usual ones; an agent may name any other. */
const KNOWN = ['chat', 'web', 'phone', 'email', 'sms', 'whatsapp', 'telegram'];

/** By which way somebody writes: `<app-channel [id]="conversation.channel" />`. */
@Component({
  selector: 'app-channel',
  template: `{{ name() }}`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Channel {
  readonly id = input.required<string>();
  private readonly texts = inject(Texts);
  protected readonly name = computed(() => {
    const id = this.id();
    return KNOWN.includes(id) ? this.texts.of(`crm.channels.${id}`) : id;
  });
}
