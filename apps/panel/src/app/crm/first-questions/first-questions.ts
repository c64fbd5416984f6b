import { inject, Injectable, Injector } from '@angular/core';
import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { Business } from '../../data/business';
import { FeatureTexts } from '../../i18n/feature-texts';
import { Session } from '../../session/session';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { CRM_TEXTS } from '../crm-texts';

/**
 * Asks an admin for the country of phone numbers and the time zone before the first client, import or booking: what they mean
 * hangs on both. Once while the panel is open; without an answer everything works as well.
 */
@Injectable({ providedIn: 'root' })
export class FirstQuestions {
  private readonly injector = inject(Injector);
  private readonly session = inject(Session);
  private readonly dialogs = inject(Dialogs);
  private readonly texts = inject(FeatureTexts);
  private wereAsked = false;

  async ask(): Promise<void> {
    if (this.wereAsked || !this.session.isAdmin()) return;
    // A server of before does not know the questions.
    const settings: Partial<ChatAgentSettingsDto> | null = this.injector.get(Business).settings();
    if (settings === null || (settings.phone_region !== null && settings.time_zone_chosen !== false)) return;
    this.wereAsked = true;
    await this.texts.add('crm', CRM_TEXTS);
    await this.dialogs.load(async () => (await import('./first-questions-dialog')).FirstQuestionsDialog, {
      width: 'min(480px, calc(100vw - 32px))',
    });
  }
}
