import { Component, computed, input } from '@angular/core';
import { PROJECT_STATUSES } from '@groupless/shared-dto';
import { StatusChip } from '../../ui/status-chip';

/** Those that the panel has a word and a colour for. */
const KNOWN = new Set<string>(PROJECT_STATUSES);

/** The status of a project: one of three, or a word from before there were these. */
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
})
export class ProjectStatus {
  readonly status = input.required<string>();
  protected readonly isKnown = computed(() => KNOWN.has(this.status()));
}
