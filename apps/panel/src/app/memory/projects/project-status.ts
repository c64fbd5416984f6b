import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';
import { StatusChip } from '../../ui/status-chip';

/** Those that the panel has a word and a colour for. */
const KNOWN = new Set([
  'active',
  'inactive',
  'archived',
  'pending',
  'completed',
  'cancelled',
  'open',
  'closed',
]);

/** The status of a project: any word, of which some are known. */
@Component({
  selector: 'app-project-status',
  imports: [StatusChip],
  template: `
    @if (isKnown()) {
      <app-status-chip [status]="status()" />
    } @else {
      <bdi class="nowrap" [attr.title]="status()">{{ status() }}</bdi>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
      min-width: 0;
      max-width: 100%;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProjectStatus {
  readonly status = input.required<string>();
  protected readonly isKnown = computed(() => KNOWN.has(this.status()));
}
