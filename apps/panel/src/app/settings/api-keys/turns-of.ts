import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { TURNS_OF, type MemorySettingsDto, type TurnsOf as Whose } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { isRequestFailure } from '../../http/problem';
import { Toasts } from '../../ui/toasts/toasts';
import { SettingsApi } from '../settings-api';

/** Whose the turns of assistants are, which keys of scope `memory` store. */
@Component({
  selector: 'app-turns-of',
  imports: [TranslocoPipe],
  template: `
    @if (stored.value(); as settings) {
      <section class="card" aria-labelledby="turns-of">
        <h2 id="turns-of">{{ 'api-keys.turns' | transloco }}</h2>
        @if (isUndecided()) {
          <p class="notice notice-danger" role="status">{{ 'api-keys.turns_undecided' | transloco }}</p>
        }
        @for (whose of choices; track whose) {
          <label class="choice-row">
            <input
              type="radio"
              name="turns-of"
              [checked]="settings.turns === whose && !isUndecided()"
              (change)="choose(whose)"
            />
            <span>
              {{ 'api-keys.turns_of.' + whose | transloco }}
              <span class="caption">{{ 'api-keys.turns_help.' + whose | transloco }}</span>
            </span>
          </label>
        }
      </section>
    }
  `,
  styles: `
    section {
      display: flex;
      flex-direction: column;
      gap: 12px;
      padding: 16px;
    }

    h2 {
      font: 600 14px/20px var(--font);
    }

    .caption {
      display: block;
    }
  `,
})
export class TurnsOf {
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  protected readonly stored = query<MemorySettingsDto>(() => '/api/settings/memory');
  protected readonly choices = TURNS_OF;
  /** Several people's turns are there, and nobody has said whose they are. */
  protected readonly isUndecided = computed(() => {
    const settings = this.stored.value();
    return settings?.turns === 'team' && !settings.is_chosen;
  });

  /** Shown at once: a choice that is not stored is taken back, also from the circle that the browser has filled. */
  protected async choose(turns: Whose): Promise<void> {
    const before = this.stored.value();
    if (before === null) return;
    this.stored.update(() => ({ turns, is_chosen: true }));
    try {
      this.stored.take(await this.api.chooseTurns({ turns }));
      this.toasts.show('api-keys.turns_chosen');
    } catch (error) {
      this.stored.update(() => before);
      if (isRequestFailure(error)) this.toasts.failed('api-keys.turns_not_chosen', error);
      await this.stored.reload();
    }
  }
}
