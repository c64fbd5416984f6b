import { DENSITIES, LIMITS, THEMES, type Density, type Theme, type UpdateMeDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { NameText, OneOf, Visible } from '../../platform/validation/fields';
import { LanguageTag, TimeZone } from '../../platform/validation/locale-fields';

export class UpdateMeRequest implements UpdateMeDto {
  @Visible()
  @NameText({ optional: true, ...LIMITS.user_name, description: 'The own name.', example: 'Ada' })
  name?: string;

  @LanguageTag({ optional: true, description: 'A BCP 47 language tag.', example: 'de-AT' })
  locale?: string;

  @TimeZone({ optional: true, description: 'An IANA time zone.', example: 'Europe/Vienna' })
  time_zone?: string;

  @OneOf({ optional: true, values: THEMES, example: 'dark' })
  theme?: Theme;

  @OneOf({ optional: true, values: DENSITIES, example: 'compact' })
  density?: Density;

  @LanguageTag({
    optional: true,
    nullable: true,
    description:
      'Whose way of writing dates and numbers the panel follows, a BCP 47 tag; null: that of the region.',
    example: 'en-GB',
  })
  formats?: string | null;
}

true satisfies SameShape<UpdateMeRequest, UpdateMeDto>;
