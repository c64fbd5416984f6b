import { LIMITS } from '@groupless/shared-dto';
import { Text } from '../../platform/validation/fields';

const RULE =
  'A recurrence rule of RFC 5545 with COUNT or UNTIL: daily, weekly (with BYDAY), or monthly by BYMONTHDAY or one BYDAY ' +
  'such as 2TU, each with INTERVAL; at most 200 times within 370 days. The time of day stays, by the clocks of the business.';

export function RuleField(options: { optional?: boolean } = {}): PropertyDecorator {
  const example = 'FREQ=WEEKLY;COUNT=10';
  return Text({ ...options, ...LIMITS.recurrence_rule, example, description: RULE });
}
