import { Component, computed, input } from '@angular/core';
import type { HookDto } from '@groupless/shared-dto';
import { StatusChip, type Tone } from '../../ui/status-chip';

const TONES = {
  active: 'completed',
  failing: 'pending',
  inactive: 'cancelled',
  switched_off: 'no-show',
} as const satisfies Record<string, Tone>;

export function stateOf({ active, failing_since, switched_off_at }: HookDto): keyof typeof TONES {
  if (switched_off_at !== null) return 'switched_off';
  if (!active) return 'inactive';
  return failing_since === null ? 'active' : 'failing';
}

/** Whether an outbound webhook works. */
@Component({
  selector: 'app-hook-state',
  imports: [StatusChip],
  template: `<app-status-chip [status]="state()" [tone]="tones[state()]" />`,
})
export class HookState {
  readonly hook = input.required<HookDto>();
  protected readonly tones = TONES;
  protected readonly state = computed(() => stateOf(this.hook()));
}
