import { inject, Pipe, type PipeTransform } from '@angular/core';
import { MAIL_WORDS } from '@groupless/shared-dto';
import { Texts } from '../../i18n/texts';

/** What is said of a mail: the server's own words in the language of the panel, those of the mail server as they are. */
@Pipe({ name: 'mailWords', pure: false })
export class MailWordsPipe implements PipeTransform {
  private readonly texts = inject(Texts);

  transform(said: string): string {
    return Object.entries(MAIL_WORDS).reduce(
      (words, [key, english]) => words.replace(english, () => this.texts.of(`crm.mails.words.${key}`)),
      said,
    );
  }
}
