import { computed, effect, inject, Injectable } from '@angular/core';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { versionedQuery } from './query';
import { Appearance } from '../i18n/appearance';

/** The business's settings, read once for the whole panel. Its zone is the one that times are shown in. */
@Injectable({ providedIn: 'root' })
export class Business {
  private readonly appearance = inject(Appearance);
  /** With their version, for the screen that changes them: it reads nothing of its own. */
  readonly stored = versionedQuery<ChatAgentSettingsDto>(() => '/api/settings/chat-agent');

  readonly settings = computed(() => this.stored.value()?.row ?? null);
  /** Whether they were read, or could not be: then everything is shown without them. */
  readonly isKnown = computed(() => this.settings() !== null || this.stored.problem() !== null);

  constructor() {
    effect(() => {
      const settings = this.settings();
      if (settings === null) return;
      const { time_zone: business_zone, phone_region, used_for } = settings;
      const country = phone_region === null ? {} : { business_country: phone_region };
      void this.appearance.adopt({ business_zone, ...country, used_for: used_for ?? 'both' });
    });
  }
}
