import { inject, Pipe, type PipeTransform } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';

/** The usual ones; an agent may name any other. */
const KNOWN = ['chat', 'web', 'phone', 'email', 'sms', 'whatsapp', 'telegram'];

/** By which way somebody writes: `{{ conversation.channel | channel }}`. */
@Pipe({ name: 'channel', pure: false })
export class Channel implements PipeTransform {
  private readonly transloco = inject(TranslocoService);

  transform(channel: string): string {
    return KNOWN.includes(channel) ? this.transloco.translate(`crm.channels.${channel}`) : channel;
  }
}
