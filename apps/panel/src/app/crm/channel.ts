import { Component, computed, inject, input } from '@angular/core';
import { channelName } from '../i18n/channels';
import { Texts } from '../i18n/texts';

/** By which way somebody writes: `<app-channel [id]="conversation.channel" />`. */
@Component({
  selector: 'app-channel',
  template: `{{ name() }}`,
})
export class Channel {
  readonly id = input.required<string>();
  private readonly texts = inject(Texts);
  protected readonly name = computed(() => channelName(this.id(), this.texts));
}
