import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ClientDto } from '@groupless/shared-dto';
import { Phone } from '../../ui/formats/phone';

/** Clients who have the same phone or email. */
@Component({
  selector: 'app-duplicate-notice',
  imports: [Phone, RouterLink],
  template: `
    <div class="notice" role="status">
      <div class="text">
        <p>{{ text() }}</p>
        <ul>
          @for (client of clients(); track client.id) {
            <li>
              <a [routerLink]="['/clients', client.id]"
                ><bdi>{{ client.name }}</bdi></a
              >
              <span class="caption">{{
                [client.phone | phone, client.email].filter(isGiven).join(', ')
              }}</span>
            </li>
          }
        </ul>
        <ng-content />
      </div>
    </div>
  `,
  styles: `
    .text {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 8px;
      min-width: 0;
    }

    ul {
      display: flex;
      flex-direction: column;
      gap: 4px;
    }

    .caption {
      margin-inline-start: 4px;
    }
  `,
})
export class DuplicateNotice {
  readonly clients = input.required<readonly ClientDto[]>();
  /** Already translated. */
  readonly text = input.required<string>();
  protected readonly isGiven = (value: string | null) => value !== null && value !== '';
}
