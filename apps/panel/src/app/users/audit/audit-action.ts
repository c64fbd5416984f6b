import { Component, computed, inject, input } from '@angular/core';
import { Texts } from '../../i18n/texts';

/** What was done, in words. */
@Component({
  selector: 'app-audit-action',
  template: `
    @if (words(); as words) {
      <span [attr.title]="action()">{{ words }}</span>
    } @else {
      <code>{{ action() }}</code>
    }
  `,
})
export class AuditAction {
  readonly action = input.required<string>();
  private readonly texts = inject(Texts);
  /** Null: an action of a newer server. */
  protected readonly words = computed(() => {
    const key = `users.audit.actions.${this.action()}`;
    const text = this.texts.of(key);
    return text === key ? null : text;
  });
}
