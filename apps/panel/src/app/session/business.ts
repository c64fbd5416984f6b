import { computed, effect, inject, Injectable } from '@angular/core';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { query } from '../http/query';
import { Appearance } from './appearance';

/** The business's settings, read once for the whole panel. Its zone is the one that times are shown in. */
@Injectable({ providedIn: 'root' })
export class Business {
  private readonly appearance = inject(Appearance);
  private readonly loaded = query<ChatAgentSettingsDto>(() => '/api/settings/chat-agent');

  readonly settings = this.loaded.value;
  /** Whether they were read, or could not be: then everything is shown without them. */
  readonly isKnown = computed(() => this.settings() !== null || this.loaded.problem() !== null);

  constructor() {
    effect(() => {
      const business_zone = this.settings()?.time_zone;
      if (business_zone !== undefined) void this.appearance.adopt({ business_zone });
    });
  }
}
