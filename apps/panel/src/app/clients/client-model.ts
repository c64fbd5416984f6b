import { email, maxLength, required, type SchemaPathTree } from '@angular/forms/signals';
import {
  CLIENT_FIELDS,
  LIMITS,
  REMINDER_WAYS,
  type ClientDto,
  type ClientField,
  type ClientStatus,
  type CreateClientDto,
} from '@groupless/shared-dto';
import { idsText } from './field-values';
import { isSame } from '../ui/forms/changes-of';
import { phoneLine, phoneOf, phonesOf, phoneText } from './client-phones';

/** What a form of a client holds; empty texts stand for nothing. */
export interface ClientModel {
  name: string;
  /** With an extension behind it. */
  phone: string;
  /** One a line, each with its label in brackets. */
  other_phones: string;
  email: string;
  /** A BCP 47 tag; empty: as the business has it. */
  language: string;
  /** Whether reminders go by mail and by chat. */
  mail_reminders: boolean;
  chat_reminders: boolean;
  company: string;
  status: ClientStatus;
  tags: string[];
  notes: string;
}

export const NEW_CLIENT: ClientModel = {
  name: '',
  phone: '',
  other_phones: '',
  email: '',
  language: '',
  mail_reminders: true,
  chat_reminders: true,
  company: '',
  status: 'active',
  tags: [],
  notes: '',
};

export function clientRules(path: SchemaPathTree<ClientModel>): void {
  required(path.name);
  maxLength(path.name, LIMITS.client_name.max);
  maxLength(path.phone, LIMITS.phone.max);
  email(path.email);
  maxLength(path.email, LIMITS.email.max);
  maxLength(path.company, LIMITS.company.max);
  maxLength(path.notes, LIMITS.description.max);
}

export function modelOf(client: ClientDto): ClientModel {
  const { name, email, language, no_reminders, company, status, tags, notes } = client;
  const phones = {
    phone: phoneText(client),
    other_phones: client.other_phones.map(phoneLine).join('\n'),
  };
  return {
    name,
    ...phones,
    email: email ?? '',
    language: language ?? '',
    mail_reminders: !no_reminders.includes('mail'),
    chat_reminders: !no_reminders.includes('chat'),
    company,
    status,
    tags: [...tags],
    notes,
  };
}

/** As the API takes it. */
export function clientOf(model: ClientModel): CreateClientDto {
  const { name, phone, other_phones, email, language, company, status, tags, notes } = model;
  return {
    name: name.trim(),
    ...phoneOf(phone),
    other_phones: phonesOf(other_phones),
    email: email.trim() || null,
    language: language || null,
    no_reminders: REMINDER_WAYS.filter((way) => !model[`${way}_reminders`]),
    company: company.trim(),
    status,
    tags,
    notes,
  };
}

/** The fields in which two states of a client differ. */
export function differences(one: ClientDto, other: ClientDto): ClientField[] {
  return CLIENT_FIELDS.filter((name) => !isSame(one[name], other[name]));
}

/** A field as one text. */
export function fieldText(client: ClientDto, name: ClientField): string {
  if (name === 'tags' || name === 'no_reminders') return client[name].join(', ');
  if (name === 'other_phones') return client.other_phones.map(phoneLine).join(', ');
  if (name === 'external_ids') return idsText(client[name]);
  return client[name] ?? '';
}
