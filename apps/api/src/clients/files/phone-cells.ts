import type { OtherPhoneDto } from '@groupless/shared-dto';
import { joinTags } from '@groupless/shared-dto/business/csv-cells';

/** Joins further numbers by commas, each with its label in brackets: `+12125550124 (Mother)`. */
export function joinOtherPhones(
  others: readonly OtherPhoneDto[],
  written: (phone: string) => string = (phone) => phone,
): string {
  return joinTags(
    others.map(({ phone, label }) => (label === '' ? written(phone) : `${written(phone)} (${label})`)),
  );
}

/** Parses one of them: the label is in brackets after the number, before which the code of its country may be in brackets. */
export function toOtherPhone(part: string): { number: string; label: string } {
  const [, number = part, label = ''] =
    /^(\(\+\d+\)[^(]*\d[^(]*|[^(]*\d[^(]*)\(([^]*)\)\s*$/.exec(part) ?? [];
  return { number, label: label.trim() };
}
