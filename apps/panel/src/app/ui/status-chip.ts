import { Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';

/** The five colours in which a status can stand. */
export type Tone = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no-show';

const TONES: Record<string, Tone> = {
  pending: 'pending',
  confirmed: 'confirmed',
  completed: 'completed',
  cancelled: 'cancelled',
  no_show: 'no-show',
  active: 'completed',
  inactive: 'cancelled',
  lead: 'confirmed',
  paused: 'pending',
  archived: 'cancelled',
  open: 'confirmed',
  needs_human: 'no-show',
  human: 'pending',
  closed: 'cancelled',
  invited: 'pending',
  disabled: 'cancelled',
  expiring: 'pending',
  expired: 'no-show',
  held: 'no-show',
};

/** A status as dot, word and soft colour. The word is the text `status.<status>`. */
@Component({
  selector: 'app-status-chip',
  imports: [TranslocoPipe],
  template: `{{ 'status.' + status() | transloco }}`,
  host: { '[class]': 'toneClass()' },
  styleUrl: './status-chip.css',
})
export class StatusChip {
  readonly status = input.required<string>();
  /** For a status that this piece does not know. */
  readonly tone = input<Tone>();
  protected readonly toneClass = computed(() => this.tone() ?? TONES[this.status()] ?? 'cancelled');
}
