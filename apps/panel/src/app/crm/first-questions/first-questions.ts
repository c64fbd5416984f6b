import { inject, Injectable, Injector } from '@angular/core';
import { toObservable } from '@angular/core/rxjs-interop';
import { filter, firstValueFrom } from 'rxjs';
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

  /** Asks before an act. Where there is nothing to ask it begins at once: letters that are typed next are for its dialog. */
  before<Result>(act: () => Promise<Result>): Promise<Result> {
    return this.areDue() ? this.ask().then(act) : act();
  }

  async ask(): Promise<void> {
    if (!this.areDue()) return;
    const business = this.injector.get(Business);
    // A page that is opened by its address asks before the settings are read.
    if (!business.isKnown()) {
      const isKnown = toObservable(business.isKnown, { injector: this.injector });
      await firstValueFrom(isKnown.pipe(filter(Boolean)), { defaultValue: false });
    }
    if (this.wereAsked || !isOpen(business.settings())) return;
    this.wereAsked = true;
    await this.texts.add('crm', CRM_TEXTS);
    await this.dialogs.load(async () => (await import('./first-questions-dialog')).FirstQuestionsDialog, {
      width: 'min(480px, calc(100vw - 32px))',
    });
  }

  private areDue(): boolean {
    const { isKnown, settings } = this.injector.get(Business);
    return this.session.isAdmin() && !this.wereAsked && (!isKnown() || isOpen(settings()));
  }
}

/** A server of before does not know the questions. */
function isOpen(settings: Partial<ChatAgentSettingsDto> | null): boolean {
  return settings !== null && (settings.phone_region === null || settings.time_zone_chosen === false);
}
