import {
  LIMITS,
  type ClientWarningDto,
  type OtherPhoneDto,
  type OtherPhoneFieldsDto,
} from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { invalidPhone } from '../../platform/errors/invalid-phone';
import type { Client } from '../client.entity';
import { readPhone, readPhones, type ReadPhone } from './phone';

/** The numbers of a client as typed. */
export interface WrittenPhones {
  phone?: string | null;
  extension?: string | null;
  other_phones?: OtherPhoneFieldsDto[];
}

export interface ReadPhones {
  fields: Partial<Pick<Client, 'phone' | 'extension' | 'other_phones'>>;
  warnings: ClientWarningDto[];
}

/**
 * The numbers in E.164 format. An extension is stored separately; a second number in the phone field becomes another
 * number.
 * @param is_new whether the client has no numbers yet
 * @throws AppError `invalid_phone`, `invalid_request`
 */
export function readWrittenPhones(written: WrittenPhones, phone_region: string, is_new: boolean): ReadPhones {
  const warnings: ClientWarningDto[] = [];
  const checked = (field: string, read: ReadPhone | null) => {
    if (read === null) throw invalidPhone(field, phone_region);
    if (!read.is_valid) warnings.push(unlikely(field, read.phone));
    return read;
  };
  const fields: ReadPhones['fields'] = {};
  const others = written.other_phones?.map(({ phone, label = '' }, index) => {
    const read = checked(`other_phones[${index}].phone`, readPhone(phone, phone_region));
    return { phone: read.phone, label: withExtension(label, read.extension) };
  });
  const { phone, extension } = written;
  if (phone !== undefined) {
    const [first, ...more] = phone === null ? [] : readPhones(phone, phone_region);
    const read = phone === null ? null : checked('phone', first ?? null);
    fields.phone = read?.phone ?? null;
    fields.extension = extension ?? read?.extension ?? undefined;
    if (more.length > 0) {
      // Without the stored other numbers the second one could not be added.
      if (others === undefined && !is_new) throw invalidPhone('phone', phone_region);
      const added = more.map((one) => ({ phone: one.phone, label: withExtension('', one.extension) }));
      fields.other_phones = [...(others ?? []), ...added];
    }
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

function withExtension(label: string, extension: string | null): string {
  if (extension === null) return label;
  return label === '' ? `ext. ${extension}` : `${label}, ext. ${extension}`;
}

function unlikely(field: string, phone: string): ClientWarningDto {
  const message = `${phone} has the length of a phone number, but its country has no such number. Check it.`;
  return { field, code: 'unlikely_phone', message };
}
