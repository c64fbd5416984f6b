import { Injectable } from '@nestjs/common';
import type { ClientChangeDto, PageDto, PutBackClientDto } from '@groupless/shared-dto';
import { mapPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import type { Actor } from '../../platform/access/caller';
import { invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import type { ClientEdit } from '../changes/client-edit';
import { ClientsService, type SavedClient } from '../clients.service';
import type { ClientChange } from './client-change.entity';
import { ClientHistoryRepository } from './client-history.repository';
import { NUMBERS } from './numbers';

/** The history of a client's fields. */
@Injectable()
export class ClientHistoryService {
  constructor(
    private readonly history: ClientHistoryRepository,
    private readonly clients: ClientsService,
  ) {}

  /** @throws AppError `not_found`, `invalid_cursor` */
  async list(client_id: string, page: PageInput): Promise<PageDto<ClientChangeDto>> {
    await this.clients.get(client_id);
    return mapPage(await this.history.listChanges(client_id, page), toClientChangeDto);
  }

  /**
   * Restores fields to their values before a change.
   * @throws AppError `not_found`, `invalid_request` for fields that it did not change, `version_mismatch`,
   *   `duplicate_client`
   */
  async putBack(
    client_id: string,
    version: number,
    { fields, allow_duplicate = false }: PutBackClientDto,
    versions: ExpectedVersions,
    actor: Actor,
  ): Promise<SavedClient> {
    const { changes } = found(await this.history.findChange(client_id, version), 'change');
    const known = changes.map(({ field }) => field);
    const unknown = fields?.find((field) => !known.includes(field));
    if (unknown !== undefined)
      throw invalidRequest([
        {
          field: 'fields',
          code: 'not_allowed',
          message: `fields names ${unknown}, which did not change then.`,
        },
      ]);
    const wanted = fields ?? known;
    const hasNumbers = NUMBERS.some((field) => wanted.includes(field));
    const edit = Object.fromEntries(
      changes
        .filter(({ field }) => wanted.includes(field) || (hasNumbers && NUMBERS.includes(field)))
        .map(({ field, before }) => [field, before]),
    ) as ClientEdit;
    return this.clients.putBack(client_id, edit, { versions, only_one: !allow_duplicate }, actor);
  }
}

function toClientChangeDto(change: ClientChange): ClientChangeDto {
  const { version, at, cause, user_id, user_name = null, key_name, changes } = change;
  const user = user_id === null ? null : { id: user_id, name: user_name };
  return { version, at: at.toISOString(), cause, user, key_name, changes };
}
