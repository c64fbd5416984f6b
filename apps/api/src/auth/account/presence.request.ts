import type { PresenceDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { Flag } from '../../platform/validation/fields';
import { OptionalBody } from '../../platform/validation/pipe/request.pipe';

@OptionalBody()
export class PresenceRequest implements PresenceDto {
  @Flag({
    optional: true,
    description: 'Whether the user is away from now on. Left out, it stays.',
    example: true,
  })
  is_away?: boolean;
}

true satisfies SameShape<PresenceRequest, PresenceDto>;
