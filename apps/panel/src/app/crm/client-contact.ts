import { computed, inject, type Signal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { query } from '../data/query';
import { PhoneFormat } from '../ui/formats/phone';

/** What tells a client from another one of the same name: the phone, else the email, else the company; empty where there is none. */
export function contactOf(client: ClientDto, phones: PhoneFormat): string {
  const { phone, phone_as_given, email, company } = client;
  return phones.format(phone ?? phone_as_given ?? '') || email || company;
}

/**
 * The same of a client who is read for it, in an injection context. Empty until then.
 * @param client_id null: nobody is chosen
 */
export function clientContact(client_id: () => string | null): Signal<string> {
  const phones = inject(PhoneFormat);
  const client = query<ClientDto>(() => {
    const id = client_id();
    return id === null ? undefined : apiPath`/api/clients/${id}`;
  });
  return computed(() => {
    const found = client.value();
    return found === null ? '' : contactOf(found, phones);
  });
}
