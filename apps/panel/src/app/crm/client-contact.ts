import { computed, inject, type Signal } from '@angular/core';
import type { ClientDto } from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { query } from '../data/query';
import { PhoneFormat } from '../ui/formats/phone';

/**
 * What tells a client from another one of the same name, in an injection context: the phone, else the email, else the
 * company. Empty where there is none, and until it is read.
 * @param client_id null: nobody is chosen
 */
export function clientContact(client_id: () => string | null): Signal<string> {
  const phones = inject(PhoneFormat);
  const client = query<ClientDto>(() => {
    const id = client_id();
    return id === null ? undefined : apiPath`/api/clients/${id}`;
  });
  return computed(() => {
    const { phone = null, email = null, company = '' } = client.value() ?? {};
    return phones.format(phone ?? '') || email || company;
  });
}
