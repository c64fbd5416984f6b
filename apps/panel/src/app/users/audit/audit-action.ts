import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { actionKey } from './audit-actions';

/** What was done, in words. */
@Component({
  selector: 'app-audit-action',
  imports: [TranslocoPipe],
  template: `
    @if (key(); as known) {
      <span [attr.title]="action()">{{ known | transloco }}</span>
    } @else {
      <code>{{ action() }}</code>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AuditAction {
  readonly action = input.required<string>();
  protected readonly key = computed(() => actionKey(this.action()));
}
