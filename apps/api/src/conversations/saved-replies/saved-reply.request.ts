import { LIMITS, type CreateSavedReplyDto, type PatchSavedReplyDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { FilledText } from '../../platform/validation/fields';

const NAME = { ...LIMITS.word, description: 'By which people find it; unique.', example: 'Opening hours' };
const TEXT = {
  ...LIMITS.chat_text,
  description: 'The panel fills `{name}`, `{business}` and `{next_appointment}` when somebody inserts it.',
  example: 'Hello {name}, we are open from nine to six. {business}',
};

export class CreateSavedReplyRequest implements CreateSavedReplyDto {
  @FilledText(NAME) name: string;
  @FilledText(TEXT) text: string;
}

export class PatchSavedReplyRequest implements PatchSavedReplyDto {
  @FilledText({ ...NAME, optional: true }) name?: string;
  @FilledText({ ...TEXT, optional: true }) text?: string;
}

true satisfies SameShape<CreateSavedReplyRequest, CreateSavedReplyDto>;
true satisfies SameShape<PatchSavedReplyRequest, PatchSavedReplyDto>;
