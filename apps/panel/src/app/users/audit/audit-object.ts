import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AuditEventDto } from '@groupless/shared-dto';
import { Phone } from '../../ui/formats/phone';
import { pathOf } from './audit-actions';

/** To what something was done: by its name, else by its id, and as a link where the panel shows it. */
@Component({
  selector: 'app-audit-object',
  imports: [Phone, RouterLink],
  template: `
    @if (path(); as path) {
      <a [routerLink]="path" [attr.title]="event().object"
        ><bdi>{{ name() | phone }}</bdi></a
      >
    } @else {
      <bdi [attr.title]="event().object">{{ name() | phone }}</bdi>
    }
  `,
})
export class AuditObject {
  readonly event = input.required<Pick<AuditEventDto, 'object' | 'object_name'>>();
  protected readonly path = computed(() => pathOf(this.event().object));
  protected readonly name = computed(() => this.event().object_name ?? this.event().object ?? '–');
}
