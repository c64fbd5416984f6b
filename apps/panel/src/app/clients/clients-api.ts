import { inject, Injectable } from '@angular/core';
import type { ClientDto, CreateClientDto, PageDto, PatchClientDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { Api, type Query, type Versioned } from '../http/api';
import { isProblem } from '../http/problem';

const PATH = '/api/clients';
/** How often a change that builds on what is stored is tried when others change it at the same time. */
const ATTEMPTS = 3;

@Injectable({ providedIn: 'root' })
export class ClientsApi {
  private readonly api = inject(Api);
  private readonly written = new Subject<{ id: string; row: ClientDto | null }>();
  /** Each client that this page wrote, so that its list need not wait for the live event; no row: it is gone. */
  readonly changes = this.written.asObservable();

  async list(query: Query): Promise<ClientDto[]> {
    const { items } = await this.api.get<PageDto<ClientDto>>(PATH, query);
    return items;
  }

  getVersioned(id: string): Promise<Versioned<ClientDto>> {
    return this.api.getVersioned(`${PATH}/${id}`);
  }

  /** Those who are still there, in the order of the ids. */
  async getSome(ids: readonly string[]): Promise<ClientDto[]> {
    const found = await Promise.allSettled(ids.map((id) => this.api.get<ClientDto>(`${PATH}/${id}`)));
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /** @throws Problem `invalid_phone`, `duplicate_client` */
  async create(client: CreateClientDto): Promise<ClientDto> {
    const created = await this.api.post<ClientDto>(PATH, client);
    this.written.next({ id: created.id, row: created });
    return created;
  }

  /**
   * @param etag the version that is changed; null: whatever is stored
   * @throws Problem `version_mismatch`, `invalid_phone`, `duplicate_client`, `not_found`
   */
  async patch(id: string, changes: PatchClientDto, etag: string | null): Promise<Versioned<ClientDto>> {
    const changed = await this.api.patchVersioned<ClientDto>(`${PATH}/${id}`, changes, etag);
    this.written.next({ id, row: changed.row });
    return changed;
  }

  /** Changes the tags as they are stored now, without losing what others do to them meanwhile. */
  async retag(id: string, tagsFrom: (tags: readonly string[]) => string[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { row, etag } = await this.getVersioned(id);
      const tags = tagsFrom(row.tags);
      if (tags.join('\n') === row.tags.join('\n')) return;
      try {
        await this.patch(id, { tags }, etag);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !isProblem(error, 'version_mismatch')) throw error;
      }
    }
  }

  /** @throws Problem `client_in_use`, `not_found` */
  async remove(id: string): Promise<void> {
    await this.api.delete(`${PATH}/${id}`);
    this.written.next({ id, row: null });
  }
}
