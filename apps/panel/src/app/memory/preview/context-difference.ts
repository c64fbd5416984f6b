import { Component, computed, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { diffLines } from 'diff';

/** Unchanged lines that are shown before and after a change. */
const AROUND = 2;

interface Part {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** What an earlier context had that the present one has not, and the other way round, line by line. */
@Component({
  selector: 'app-context-difference',
  imports: [TranslocoPipe],
  template: `
    @if (hasChanges()) {
      <!-- A long text is scrolled by keys too. -->
      <div
        class="lines"
        tabindex="0"
        role="region"
        [attr.aria-label]="'memory.context.difference.title' | transloco"
      >
        @for (part of parts(); track $index) {
          @switch (part.kind) {
            @case ('added') {
              <ins>
                <span class="visually-hidden">{{ 'memory.context.difference.added' | transloco }}</span>
                <span class="text">{{ part.text }}</span>
              </ins>
            }
            @case ('removed') {
              <del>
                <span class="visually-hidden">{{ 'memory.context.difference.removed' | transloco }}</span>
                <span class="text">{{ part.text }}</span>
              </del>
            }
            @default {
              <span class="text">{{ part.text }}</span>
            }
          }
        }
      </div>
    } @else {
      <p class="muted">{{ 'memory.context.difference.none' | transloco }}</p>
    }
  `,
  styleUrl: './context-difference.css',
})
export class ContextDifference {
  readonly then = input.required<string>();
  readonly now = input.required<string>();
  protected readonly parts = computed(() =>
    diffLines(this.then(), this.now()).map(({ added, removed, value }): Part => {
      const text = value.replace(/\n$/, '');
      if (added) return { kind: 'added', text };
      return removed ? { kind: 'removed', text } : { kind: 'same', text: shortened(text) };
    }),
  );
  protected readonly hasChanges = computed(() => this.parts().some(({ kind }) => kind !== 'same'));
}

function shortened(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= 2 * AROUND + 1) return text;
  return [...lines.slice(0, AROUND), '…', ...lines.slice(-AROUND)].join('\n');
}
