import { LIMITS, type AddPushDeviceDto, type PushKeysDto } from '@groupless/shared-dto';
import { Matches } from 'class-validator';
import type { SameShape } from '../../platform/docs/same-shape';
import { fault, field } from '../../platform/validation/field';
import { IsText, Text } from '../../platform/validation/fields';
import { ObjectOf } from '../../platform/validation/object-fields';

/** Bytes as base64url, whose last digit may have padding. */
function Bytes(digits: number, options: { description: string; example: string }): PropertyDecorator {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{${digits}}={0,2}$`);
  return field(options, { type: 'string', pattern: pattern.source }, [
    IsText(),
    Matches(pattern, fault('invalid_format', `must be ${digits} digits of base64url`)),
  ]);
}

export class PushKeysRequest implements PushKeysDto {
  @Bytes(87, {
    description: 'The browser’s key: a point of P-256.',
    example: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  })
  p256dh: string;

  @Bytes(22, { description: 'Its secret.', example: 'tBHItJI5svbpez7KI4CCXg' })
  auth: string;
}

export class AddPushDeviceRequest implements AddPushDeviceDto {
  @Text({
    ...LIMITS.push_endpoint,
    description:
      'The address that the browser’s push service gave it: `https://`, public (else `OUTBOUND_PRIVATE`).',
    example: 'https://push.example.com/send/4f9a',
  })
  endpoint: string;

  @ObjectOf(() => PushKeysRequest, { description: 'By which notifications are encrypted for it.' })
  keys: PushKeysRequest;
}

true satisfies SameShape<PushKeysRequest, PushKeysDto>;
true satisfies SameShape<AddPushDeviceRequest, AddPushDeviceDto>;
