import { Component, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto } from '@groupless/shared-dto';
import { ClientVisits } from '../../crm/client-visits';
import { Session } from '../../session/session';
import { CopyButton } from '../../ui/copy/copy-button';
import { Icon } from '../../ui/icon';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { LongText } from '../../ui/long-text';
import { Mailto } from '../../ui/formats/mailto';
import { Phone } from '../../ui/formats/phone';
import { DateTime, RelativeTime } from '../../ui/formats/relative-time';
import { FieldValues } from '../field-values';

/** What is known of a client. */
@Component({
  selector: 'app-client-overview',
  imports: [
    ClientVisits,
    CopyButton,
    DateTime,
    Icon,
    KeyValue,
    KeyValues,
    LongText,
    Mailto,
    Phone,
    RelativeTime,
    RouterLink,
    TranslocoPipe,
  ],
  templateUrl: './client-overview.html',
  styles: `
    app-client-visits {
      display: block;
      margin-bottom: 12px;
    }

    app-key-values {
      row-gap: 4px;
    }

    app-key-value {
      line-height: 28px;
    }

    .contact {
      display: flex;
      flex-wrap: wrap;
      gap: 0 8px;
      align-items: center;
      min-width: 0;
    }

    app-copy-button {
      margin: -2px 0;
    }

    .refused {
      display: flex;
      gap: 6px;
      color: var(--danger-text);
      line-height: 20px;
      overflow-wrap: anywhere;
    }

    .refused svg {
      flex: none;
      margin-top: 3px;
    }

    .tags {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
      padding: 4px 0;
    }

    .tag {
      max-width: 100%;
      padding: 0 8px;
      border-radius: 4px;
      background: var(--surface-3);
      color: var(--text);
      font: var(--text-base);
      text-decoration: none;
    }

    .tag:hover {
      text-decoration: underline;
    }

    .notes {
      margin-top: 16px;
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }

    .notes p {
      margin-top: 4px;
      font: var(--text-form);
      white-space: pre-wrap;
    }
  `,
})
export class ClientOverview {
  readonly client = input.required<ClientDto>();
  /** A contact that is also another client's is to be this one's own. */
  readonly given = output<'phone' | 'email'>();
  protected readonly values = inject(FieldValues);
  protected readonly mayWrite = inject(Session).isOperator;
}
