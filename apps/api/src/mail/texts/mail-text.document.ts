import { ApiProperty } from '@nestjs/swagger';
import { LIMITS, type MailPreviewDto, type MailTextDto, type MailTextInputDto } from '@groupless/shared-dto';
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

export class MailTextResponse implements MailTextDto {
  @ApiProperty({ type: String }) subject: string;
  @ApiProperty({ type: String }) text: string;
  @ApiProperty({ type: Boolean, description: 'Whether it is the text that comes with the program.' })
  is_standard: boolean;
}

export class MailPreviewResponse implements MailPreviewDto {
  @ApiProperty({ type: String }) subject: string;
  @ApiProperty({ type: String }) text: string;
  @ApiProperty({ type: String, description: 'The page that programs of mail show.' }) html: string;
}

true satisfies SameShape<MailTextRequest, MailTextInputDto>;
true satisfies SameShape<MailTextResponse, MailTextDto>;
true satisfies SameShape<MailPreviewResponse, MailPreviewDto>;
