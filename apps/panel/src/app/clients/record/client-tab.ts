import { Component, input } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';
import { MailList } from '../../crm/mails/mail-list';
import { ClientAppointments } from './client-appointments';
import { ClientConversations } from './client-conversations';
import { ClientHistory } from './client-history';
import { ClientTimeline } from './client-timeline';

/** What stands behind the overview: the drawer loads it when one of these tabs is opened. */
@Component({
  selector: 'app-client-tab',
  imports: [ClientAppointments, ClientConversations, ClientHistory, ClientTimeline, MailList],
  template: `
    @switch (tab()) {
      @case ('timeline') {
        <app-client-timeline [client_id]="client().id" />
      }
      @case ('appointments') {
        <app-client-appointments [client_id]="client().id" [client_name]="client().name" />
      }
      @case ('conversations') {
        <app-client-conversations [client_id]="client().id" />
      }
      @case ('mails') {
        <app-mail-list [client_id]="client().id" />
      }
      @case ('history') {
        <app-client-history [client_id]="client().id" />
      }
    }
  `,
})
export class ClientTab {
  readonly tab = input.required<string>();
  readonly client = input.required<ClientDto>();
}
