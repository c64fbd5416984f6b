import type { ClientDto, ClientWarningDto, SavedClientDto } from '@groupless/shared-dto';
import { Versioned } from '../platform/http/answer';
import type { Client } from './client.entity';

export function toClientDto(client: Client): ClientDto {
  return {
    id: client.id,
    name: client.name,
    phone: client.phone,
    phone_as_given: client.phone_as_given,
    extension: client.extension,
    other_phones: client.other_phones,
    email: client.email,
    shared_phone: client.shared_phone,
    shared_email: client.shared_email,
    email_refused: client.email_refused,
    language: client.language,
    no_reminders: client.no_reminders,
    external_ids: client.external_ids,
    company: client.company,
    status: client.status,
    source: client.source,
    tags: client.tags,
    notes: client.notes,
    last_activity_at: client.last_activity_at?.toISOString() ?? null,
    created_at: client.created_at.toISOString(),
    updated_at: client.updated_at.toISOString(),
  };
}

/** The entity tag is the version plus what changes the answer without an edit: the activity and a refused email. */
export function toSavedClient(
  client: Client,
  warnings: readonly ClientWarningDto[] = [],
): Versioned<SavedClientDto> {
  const { version, last_activity_at, email_refused } = client;
  const activity = last_activity_at === null ? '' : `.${last_activity_at.getTime()}`;
  const refusal = email_refused === null ? '' : '.refused';
  const dto: SavedClientDto = {
    ...toClientDto(client),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  return new Versioned(dto, `${version}${activity}${refusal}`);
}
