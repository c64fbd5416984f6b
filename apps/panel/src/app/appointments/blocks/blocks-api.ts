import { inject, Injectable } from '@angular/core';
import type {
  BlockDto,
  CreateBlockDto,
  PatchBlockDto,
  SavedBlockDto,
  SeriesScope,
} from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { Api } from '../../http/api';

/** `/api/blocks` */
@Injectable({ providedIn: 'root' })
export class BlocksApi {
  private readonly api = inject(Api);

  read(id: string): Promise<BlockDto> {
    return this.api.get(apiPath`/api/blocks/${id}`);
  }

  /** @param isTrial whether only to ask which appointments it would meet */
  create(block: CreateBlockDto, isTrial = false): Promise<SavedBlockDto> {
    return this.api.post('/api/blocks', block, { query: trial(isTrial) });
  }

  /** @param isTrial as in `create()` */
  change(
    id: string,
    patch: PatchBlockDto,
    scope: SeriesScope = 'this',
    isTrial = false,
  ): Promise<SavedBlockDto> {
    return this.api.patch(apiPath`/api/blocks/${id}`, patch, { query: { scope, ...trial(isTrial) } });
  }

  remove(id: string, scope: SeriesScope): Promise<void> {
    return this.api.remove(apiPath`/api/blocks/${id}`, { scope });
  }
}

function trial(isTrial: boolean) {
  return isTrial ? { dry_run: true } : {};
}
