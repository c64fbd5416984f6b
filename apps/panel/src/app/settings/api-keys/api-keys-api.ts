import { inject, Injectable } from '@angular/core';
import type { ApiKeyDto, CreateApiKeyDto, CreatedApiKeyDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';

const PATH = '/api/settings/keys';

@Injectable({ providedIn: 'root' })
export class ApiKeysApi {
  private readonly api = inject(Api);

  create(key: CreateApiKeyDto): Promise<CreatedApiKeyDto> {
    return this.api.post(PATH, key);
  }

  revoke(id: ApiKeyDto['id']): Promise<void> {
    return this.api.delete(`${PATH}/${id}`);
  }
}
