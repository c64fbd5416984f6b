import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { CLIENT_FIELDS, type ClientTimelineEntryDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Channel } from '../../crm/channel';
import { MailWordsPipe } from '../../crm/mails/mail-words';
import { pageList } from '../../data/page-list';
import { Formats } from '../../i18n/formats';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { DateTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { ListFrame } from '../../ui/lists/list-frame';

/** The changes that have words of their own. */
const CHANGES: Readonly<Record<string, string>> = {
  'client.created': 'created',
  'client.updated': 'updated',
  'client.merged': 'merged',
  'client.unmerged': 'unmerged',
  'client.reactivated': 'reactivated',
  'appointment.deleted': 'appointment_deleted',
  // Of changes of appointments only these are here.
  'appointment.updated': 'appointment_given',
};
const FIELDS: readonly string[] = CLIENT_FIELDS;

/** What happened with a client, the newest first. */
@Component({
  selector: 'app-client-timeline',
  imports: [Channel, ListFrame, DateTime, Icon, MailWordsPipe, RouterLink, StatusChip, TranslocoPipe],
  template: `
    @if (seesAudit()) {
      <p class="audit">
        <a routerLink="/users/audit" [queryParams]="{ client_id: client_id() }">
          {{ 'clients.timeline.audit' | transloco }}
        </a>
      </p>
    }
    <app-list-frame [of]="list" none="clients.no_timeline">
      <svg icon appIcon="scroll-text"></svg>
      <ul>
        @for (entry of list.items(); track entry.id) {
          <li>
            @if (entry.appointment; as appointment) {
              <a [routerLink]="['/appointments', entry.id]">
                <span class="line">
                  <bdi class="nowrap">{{ appointment.title || ('clients.untitled' | transloco) }}</bdi>
                  <app-status-chip [status]="appointment.status" />
                </span>
                <span class="line caption">
                  <span>{{ 'clients.timeline.appointment' | transloco }}</span><app-date-time
                    [at]="entry.at"
                  />
                </span>
              </a>
            } @else if (entry.conversation; as conversation) {
              <a [routerLink]="['/conversations', entry.id]">
                <span class="line">
                  <bdi class="nowrap">
                    @if (conversation.preview) {
                      {{ conversation.preview }}
                    } @else {
                      <app-channel [id]="conversation.channel" />
                    }
                  </bdi>
                  <app-status-chip [status]="conversation.status" />
                </span>
                <span class="line caption">
                  <span>{{ 'clients.timeline.conversation' | transloco }}</span><app-date-time
                    [at]="entry.at"
                  />
                </span>
              </a>
            } @else if (entry.mail; as mail) {
              <div class="entry">
                <span class="line">
                  <bdi class="nowrap">{{
                    'clients.timeline.mail' | transloco: { subject: mail.subject }
                  }}</bdi>
                  <span [class.failed]="mail.status === 'failed'">{{
                    'crm.mails.status.' + mail.status | transloco
                  }}</span>
                </span>
                <span class="line caption">
                  <bdi class="nowrap">{{
                    mail.status === 'sent' ? '' : (mail.last_response ?? '' | mailWords)
                  }}</bdi><app-date-time [at]="entry.at" />
                </span>
              </div>
            } @else if (entry.change; as change) {
              <div class="entry">
                <span>{{ textOf(change.action) | transloco: wordsOf(change) }}</span>
                @for (field of fieldsOf(change.details); track field) {
                  <span class="field">{{ 'clients.' + field | transloco }}</span>
                }
                <span class="line caption">
                  <bdi class="nowrap">{{ change.by }}</bdi><app-date-time [at]="entry.at" />
                </span>
              </div>
            }
          </li>
        }
      </ul>
    </app-list-frame>
  `,
  styleUrls: ['../../ui/lists/row-links.css', './client-records.css'],
  styles: `
    .audit {
      margin-bottom: 12px;
    }

    .audit a {
      display: inline;
      padding: 0;
      color: var(--accent-soft-text);
      text-decoration: underline;
    }

    .entry {
      padding: 10px 0;
    }

    .failed {
      color: var(--danger-text);
    }

    .field {
      margin-inline-start: 4px;
      padding: 0 6px;
      border-radius: 4px;
      background: var(--surface-3);
      font: var(--text-caption);
    }
  `,
})
export class ClientTimeline {
  readonly client_id = input.required<string>();
  protected readonly list = pageList<ClientTimelineEntryDto>(
    () => ({ url: apiPath`/api/clients/${this.client_id()}/timeline` }),
    { page: 50, outdatedBy: ({ type }) => /^(appointment|conversation)\./.test(type) },
  );

  private readonly formats = inject(Formats);
  protected readonly seesAudit = inject(Session).isAdmin;

  protected textOf(action: string): string {
    return `clients.timeline.${CHANGES[action] ?? 'unknown'}`;
  }

  protected wordsOf({ action, details }: NonNullable<ClientTimelineEntryDto['change']>) {
    const { starts_at } = details;
    const time = typeof starts_at === 'string' ? this.formats.dateTime(starts_at) : '';
    return { ...details, action, time };
  }

  protected fieldsOf({ fields }: Record<string, unknown>): string[] {
    return typeof fields === 'string' ? fields.split(', ').filter((field) => FIELDS.includes(field)) : [];
  }
}
