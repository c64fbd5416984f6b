import {
  afterNextRender,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  output,
} from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { ConflictFinder, type Conflict } from './conflict-finder';
import { ShownZone } from '../shown-zone';

/** Who holds the time that was asked for, and free times near it to choose from, to which the keyboard goes. */
@Component({
  selector: 'app-taken-notice',
  imports: [TranslocoPipe],
  template: `
    <div role="alert">
      @if (conflict(); as taken) {
        <div class="notice notice-danger">
          <p>{{ text(taken) | transloco: words() }}</p>
        </div>
      }
    </div>
    @if (conflict()?.alternatives?.length) {
      <p class="lead" id="free-times">{{ 'crm.free_near' | transloco }}</p>
      <div class="times" role="group" aria-labelledby="free-times">
        @for (slot of conflict()?.alternatives; track slot.starts_at) {
          <button type="button" class="button" (click)="chosen.emit(slot.starts_at)">
            {{ zone.span(slot.starts_at, slot.ends_at) }}
          </button>
        }
      </div>
    }
    @if (conflict(); as taken) {
      <p class="times">
        <button type="button" class="button" (click)="beside.emit()">
          {{ (taken.busy ? 'crm.all_the_same' : 'crm.beside') | transloco }}
        </button>
        @if (canSwap() && taken.holder) {
          <button type="button" class="button" (click)="swap.emit()">
            {{ 'crm.swap_with' | transloco: words() }}
          </button>
        }
      </p>
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
      margin-top: 8px;
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
  `,
})
export class TakenNotice {
  readonly conflict = input.required<Conflict | null>();
  /** Whether the two may exchange their times. */
  readonly canSwap = input(false);
  /** When it begins. */
  readonly chosen = output<string>();
  /** It is wanted all the same. */
  readonly beside = output();
  readonly swap = output();
  private readonly conflicts = inject(ConflictFinder);
  protected readonly zone = inject(ShownZone);
  protected readonly words = computed(() => {
    const conflict = this.conflict();
    return conflict === null ? {} : this.conflicts.words(conflict);
  });

  protected readonly text = textOf;

  constructor() {
    const injector = inject(Injector);
    const { nativeElement: host } = inject<ElementRef<HTMLElement>>(ElementRef);
    effect(() => {
      if (this.conflict() === null) return;
      afterNextRender(() => host.querySelector('button')?.focus(), { injector });
    });
  }
}

function textOf({ busy, holder }: Conflict): string {
  if (busy === null) return holder === null ? 'crm.taken' : 'crm.held';
  return busy.title === null ? 'crm.busy' : 'crm.busy_because';
}
