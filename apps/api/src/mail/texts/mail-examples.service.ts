import { Injectable } from '@nestjs/common';
import type { MailLanguage } from '@groupless/shared-dto';
import type { MailValues } from './filled-text';

type FindValues = (language: MailLanguage) => Promise<MailValues | null>;

/** Until there is an appointment. */
const INVENTED: MailValues = { name: 'Jana Novak', service: 'Consultation', resource: 'Emil', time: '09:30' };

/** Values for the preview of a text: those of the business where a feature offers them, else invented ones. */
@Injectable()
export class MailExamplesService {
  private find: FindValues = () => Promise.resolve(null);

  /** @param find the values of a mail that could be written now; null: there is none */
  offer(find: FindValues): void {
    this.find = find;
  }

  async values(language: MailLanguage, now: Date): Promise<MailValues> {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(now);
    return (await this.find(language)) ?? { ...INVENTED, date };
  }
}
