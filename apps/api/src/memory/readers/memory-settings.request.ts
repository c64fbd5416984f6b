import { TURNS_OF, type ReplaceMemorySettingsDto, type TurnsOf } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { OneOf } from '../../platform/validation/fields';

const WHOSE =
  'Who reads the turns of assistants and the extracts of their sessions: `own`, the user whose key stored them, and admins who have ' +
  'confirmed their session; `team`, everybody who reads the memory, but no key of scope `panel:read`.';

export class ReplaceMemorySettingsRequest implements ReplaceMemorySettingsDto {
  @OneOf({ values: TURNS_OF, description: WHOSE, example: 'own' })
  turns: TurnsOf;
}

true satisfies SameShape<ReplaceMemorySettingsRequest, ReplaceMemorySettingsDto>;
