import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { SlotDto } from '@groupless/shared-dto';
import { ConflictFinder, type Conflict } from './conflict-finder';
import { ShownZone } from './shown-zone';

/** Who holds the time that was asked for, and free times near it to choose from. */
@Component({
  selector: 'app-taken-notice',
  imports: [TranslocoPipe],
  template: `
    <div role="alert">
      @if (conflict(); as taken) {
        <div class="notice notice-danger">
          <p>{{ (taken.holder ? 'crm.held' : 'crm.taken') | transloco: words() }}</p>
        </div>
      }
    </div>
    @if (conflict()?.alternatives?.length) {
      <p class="lead" id="free-times">{{ 'crm.free_near' | transloco }}</p>
      <div class="times" role="group" aria-labelledby="free-times">
        @for (slot of conflict()?.alternatives; track slot.starts_at) {
          <button type="button" class="button" (click)="chosen.emit(slot)">
            {{ zone.span(slot.starts_at, slot.ends_at) }}
          </button>
        }
      </div>
    }
  `,
  styles: `
    :host {
      display: block;
    }

    .lead {
      margin: 8px 0 4px;
      font-weight: 500;
    }

    .times {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TakenNotice {
  readonly conflict = input.required<Conflict | null>();
  readonly chosen = output<SlotDto>();
  private readonly conflicts = inject(ConflictFinder);
  protected readonly zone = inject(ShownZone);
  protected readonly words = computed(() => {
    const conflict = this.conflict();
    return conflict === null ? {} : this.conflicts.words(conflict);
  });
}
