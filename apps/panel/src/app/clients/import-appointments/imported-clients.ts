import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ImportedClientDto } from '@groupless/shared-dto';

/** Clients that an import of appointments made. */
@Component({
  selector: 'app-imported-clients',
  imports: [RouterLink],
  template: `
    <ul>
      @for (client of clients(); track client.id) {
        <li>
          <a [routerLink]="['/clients', client.id]"
            ><bdi>{{ client.name }}</bdi></a
          >
        </li>
      }
    </ul>
  `,
  styles: `
    ul {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
    }
  `,
})
export class ImportedClients {
  readonly clients = input.required<readonly ImportedClientDto[]>();
}
