import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { MailLanguage } from '@groupless/shared-dto';
import { MailExamplesService } from '../mail/texts/mail-examples.service';
import { Clock } from '../platform/clock';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { ClientMailsRepository } from './client-mails.repository';
import { notificationValues } from './notification-values';

/** Fills the preview of a mail's text with the values of the next appointment. */
@Injectable()
export class MailExampleService implements OnModuleInit {
  constructor(
    private readonly examples: MailExamplesService,
    private readonly appointments: ClientMailsRepository,
    private readonly business: ChatAgentSettingsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.examples.offer((language) => this.find(language));
  }

  private async find(language: MailLanguage) {
    const next = await this.appointments.findNext(this.clock.now());
    return next === null ? null : notificationValues({ ...next, language }, await this.business.current());
  }
}
