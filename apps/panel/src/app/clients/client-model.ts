import { email, maxLength, required, type SchemaPathTree } from '@angular/forms/signals';
import { LIMITS, type ClientDto, type ClientStatus, type CreateClientDto } from '@groupless/shared-dto';
import { isSame } from '../ui/forms/changes-of';

/** What a form of a client holds; empty texts stand for nothing. */
export interface ClientModel {
  name: string;
  phone: string;
  email: string;
  company: string;
  status: ClientStatus;
  tags: string[];
  notes: string;
}

export const NEW_CLIENT: ClientModel = {
  name: '',
  phone: '',
  email: '',
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

export function modelOf({ name, phone, email, company, status, tags, notes }: ClientDto): ClientModel {
  return { name, phone: phone ?? '', email: email ?? '', company, status, tags: [...tags], notes };
}

/** As the API takes it. */
export function clientOf(model: ClientModel): CreateClientDto {
  const { name, phone, email, company, status, tags, notes } = model;
  return {
    name: name.trim(),
    phone: phone.trim() || null,
    email: email.trim() || null,
    company: company.trim(),
    status,
    tags,
    notes,
  };
}

export const FIELDS = ['name', 'phone', 'email', 'company', 'status', 'tags', 'notes'] as const;
export type ClientField = (typeof FIELDS)[number];

/** The fields in which two states of a client differ. */
export function differences(one: ClientDto, other: ClientDto): ClientField[] {
  return FIELDS.filter((name) => !isSame(one[name], other[name]));
}
