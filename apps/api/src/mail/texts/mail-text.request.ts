import { LIMITS, type MailTextInputDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { FilledText, NameText } from '../../platform/validation/fields';

export class MailTextRequest implements MailTextInputDto {
  @NameText({
    ...LIMITS.mail_subject,
    description: 'With placeholders such as `{name}`.',
    example: 'Hello {name}',
  })
  subject: string;

  @FilledText({
    ...LIMITS.mail_text,
    description: 'Plain text with placeholders. An empty line begins a paragraph.',
    example: 'Hello {name},\n\nwelcome to {business}.',
  })
  text: string;
}

true satisfies SameShape<MailTextRequest, MailTextInputDto>;
