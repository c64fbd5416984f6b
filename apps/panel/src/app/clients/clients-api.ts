import { inject, Injectable } from '@angular/core';
import type {
  ChangeClientsDto,
  ClientChangesDto,
  ClientDto,
  CreateClientDto,
  PageDto,
  PatchClientDto,
  PutBackClientDto,
  SavedClientDto,
} from '@groupless/shared-dto';
import { Api, type Query, type Versioned } from '../http/api';
import { isProblem } from '../http/problem';
import { Toasts } from '../ui/toasts/toasts';

const PATH = '/api/clients';

@Injectable({ providedIn: 'root' })
export class ClientsApi {
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);

  async list(query: Query): Promise<ClientDto[]> {
    const { items } = await this.api.get<PageDto<ClientDto>>(PATH, query);
    return items;
  }

  getVersioned(id: string): Promise<Versioned<ClientDto>> {
    return this.api.getVersioned(`${PATH}/${id}`);
  }

  /**
   * Those who are still there, in the order of the ids.
   * @throws Problem if one of them could not be read for another reason
   */
  async getSome(ids: readonly string[]): Promise<ClientDto[]> {
    const found = await Promise.all(ids.map((id) => this.find(id)));
    return found.filter((client) => client !== null);
  }

  /** @throws Problem `invalid_phone`, `duplicate_client` */
  async create(client: CreateClientDto): Promise<ClientDto> {
    return this.warned(await this.api.post<SavedClientDto>(PATH, client));
  }

  /**
   * @param etag the version that is changed; null: whatever is stored
   * @throws Problem `version_mismatch`, `invalid_phone`, `duplicate_client`, `not_found`
   */
  async patch(id: string, changes: PatchClientDto, etag: string | null): Promise<Versioned<ClientDto>> {
    const saved = await this.api.patchVersioned<SavedClientDto>(`${PATH}/${id}`, changes, etag);
    return { ...saved, row: this.warned(saved.row) };
  }

  /** The same change of several clients, at most `LIMITS.changed_clients`; some of them can fail. */
  change(change: ChangeClientsDto): Promise<ClientChangesDto> {
    return this.api.post(`${PATH}/changes`, change);
  }

  /**
   * Makes fields again what they were before a change.
   * @throws Problem `duplicate_client`, `not_found`
   */
  async putBack(id: string, version: number, wish: PutBackClientDto): Promise<ClientDto> {
    return this.warned(
      await this.api.post<SavedClientDto>(`${PATH}/${id}/history/${version}/put-back`, wish),
    );
  }

  /** Says what was stored although it looks like a mistake. */
  private warned({ warnings = [], ...client }: SavedClientDto): ClientDto {
    for (const { field, code, count } of warnings) {
      if (code === 'coming_appointments') {
        this.toasts.remark('clients.coming_one', { params: { name: client.name, count } });
        continue;
      }
      if (code === 'phone_country_unknown') {
        this.toasts.show('clients.phone_of_no_country', { params: { phone: client.phone_as_given } });
        continue;
      }
      const other = /\d+/.exec(field)?.[0];
      const phone = other === undefined ? client.phone : client.other_phones[Number(other)]?.phone;
      this.toasts.show('clients.phone_unlikely', { params: { phone } });
    }
    return client;
  }

  private async find(id: string): Promise<ClientDto | null> {
    try {
      return await this.api.get<ClientDto>(`${PATH}/${id}`);
    } catch (error) {
      if (isProblem(error, 'not_found')) return null;
      throw error;
    }
  }

  /** @throws Problem `client_in_use`, `not_found` */
  remove(id: string): Promise<void> {
    return this.api.remove(`${PATH}/${id}`);
  }
}
