import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AuditEventDto } from '@groupless/shared-dto';

/** Who did it: a user, a key, or nobody that the server knows. */
@Component({
  selector: 'app-audit-actor',
  imports: [RouterLink, TranslocoPipe],
  template: `
    @if (event().user; as user) {
      @if (user.email === null && user.name !== null) {
        <span [attr.title]="user.id"
          ><bdi>{{ 'users.audit.gone_user_named' | transloco: { name: user.name } }}</bdi></span
        >
      } @else if (user.name !== null) {
        <a [routerLink]="['/users', user.id]" [attr.title]="user.email"
          ><bdi>{{ user.name }}</bdi></a
        >
      } @else {
        <span [attr.title]="user.id">{{ 'users.audit.gone_user' | transloco }}</span>
      }
    } @else if (event().key_name !== null) {
      {{ 'users.audit.key' | transloco: { name: event().key_name } }}
    } @else {
      <span class="muted">{{ 'users.audit.nobody' | transloco }}</span>
    }
  `,
})
export class AuditActor {
  readonly event = input.required<AuditEventDto>();
}
