import {
  joinPhonesAsGiven,
  LIMITS,
  type ClientWarningDto,
  type OtherPhoneDto,
  type OtherPhoneFieldsDto,
} from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { invalidPhone } from '../../platform/errors/invalid-phone';
import type { Client } from '../client.entity';
import { readPhone, readPhones, type FoundPhone, type ReadPhone } from './phone';
import { storedPhones, withExtension } from './stored-phones';

/** The numbers of a client as typed. */
export interface WrittenPhones {
  phone?: string | null;
  extension?: string | null;
  other_phones?: OtherPhoneFieldsDto[];
}

export interface ReadPhones {
  fields: Partial<Pick<Client, 'phone' | 'phone_as_given' | 'extension' | 'other_phones'>>;
  warnings: ClientWarningDto[];
}

/**
 * The numbers in E.164 format. An extension is stored separately; a second number in the phone field becomes another
 * number. Numbers whose country is not known stay as they are given.
 * @param is_new whether the client has no numbers yet
 * @throws AppError `invalid_phone`, `invalid_request`
 */
export function readWrittenPhones(
  written: WrittenPhones,
  phone_region: string | null,
  is_new: boolean,
): ReadPhones {
  const warnings: ClientWarningDto[] = [];
  const as_given: string[] = [];
  /** Those whose country is known. */
  const known = (field: string, found: readonly FoundPhone[]) => {
    if (found.length === 0) throw invalidPhone(field, phone_region);
    return found.flatMap((one): ReadPhone[] => {
      if (one.phone === null) as_given.push(one.as_given);
      if (one.phone === null) warnings.push(ofNoCountry(field, one.as_given));
      else if (!one.is_valid) warnings.push(unlikely(field, one.phone));
      return one.phone === null ? [] : [one];
    });
  };
  const { phone, extension } = written;
  const fields: ReadPhones['fields'] = {};
  const read = storedPhones(
    phone === undefined || phone === null ? [] : known('phone', readPhones(phone, phone_region)),
  );
  const others = written.other_phones?.flatMap((other, index) => {
    const { phone: number, label = '' } = other;
    const found = readPhone(number, phone_region);
    const one = known(`other_phones[${index}].phone`, found === null ? [] : [found]);
    return one.map((one) => ({ phone: one.phone, label: withExtension(label, one.extension) }));
  });
  if (phone !== undefined) {
    fields.phone = read.phone;
    fields.extension = extension ?? read.extension ?? undefined;
    fields.phone_as_given = joinPhonesAsGiven(as_given);
    if (read.other_phones.length > 0) {
      // Without the stored other numbers the second one could not be added.
      if (others === undefined && !is_new) throw invalidPhone('phone', phone_region);
      fields.other_phones = [...(others ?? []), ...read.other_phones];
    }
  } else if (as_given.length > 0) {
    // Without the stored ones they could not be added.
    if (!is_new) throw invalidPhone('other_phones', phone_region);
    fields.phone_as_given = joinPhonesAsGiven(as_given);
  }
  if (extension !== undefined) fields.extension ??= extension;
  if (fields.extension === undefined) delete fields.extension;
  if (others !== undefined) fields.other_phones ??= others;
  if (fields.other_phones !== undefined)
    fields.other_phones = different(fields.other_phones, fields.phone ?? null);
  return { fields, warnings };
}

/** Each number once, and not the phone itself. */
function different(others: readonly OtherPhoneDto[], phone: string | null): OtherPhoneDto[] {
  const byNumber = new Map<string, OtherPhoneDto>();
  for (const other of others) {
    if (other.phone === phone) continue;
    const known = byNumber.get(other.phone);
    byNumber.set(other.phone, known === undefined || known.label === '' ? other : known);
  }
  if (byNumber.size <= LIMITS.other_phones) return [...byNumber.values()];
  const message = `other_phones must have at most ${LIMITS.other_phones} items.`;
  throw invalidRequest([{ field: 'other_phones', code: 'too_long', message }]);
}

function unlikely(field: string, phone: string): ClientWarningDto {
  const message = `${phone} has the length of a phone number, but its country has no such number. Check it.`;
  return { field, code: 'unlikely_phone', message };
}

function ofNoCountry(field: string, as_given: string): ClientWarningDto {
  const message =
    `Nobody has chosen the country of numbers without a country code, so ${as_given} stays as it is given: ` +
    'nobody is found by it. Choose the country in the settings, or write the country code.';
  return { field, code: 'phone_country_unknown', message };
}
