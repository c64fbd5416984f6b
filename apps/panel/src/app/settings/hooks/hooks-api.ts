import { inject, Injectable } from '@angular/core';
import type {
  CreatedHookDto,
  CreateHookDto,
  HookDeliveryDto,
  HookDto,
  PatchHookDto,
} from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { HOOKS_PATH } from '../shown-hooks';

@Injectable({ providedIn: 'root' })
export class HooksApi {
  private readonly api = inject(Api);

  create(hook: CreateHookDto): Promise<CreatedHookDto> {
    return this.api.post(HOOKS_PATH, hook);
  }

  change(id: string, patch: PatchHookDto): Promise<HookDto> {
    return this.api.patch(`${HOOKS_PATH}/${id}`, patch);
  }

  /** Gives it another secret; for a day the one before signs too. */
  rotate(id: string): Promise<CreatedHookDto> {
    return this.api.post(`${HOOKS_PATH}/${id}/rotate`);
  }

  remove(id: string): Promise<void> {
    return this.api.remove(`${HOOKS_PATH}/${id}`);
  }

  sendAgain(id: string, deliveryId: string): Promise<HookDeliveryDto> {
    return this.api.post(`${HOOKS_PATH}/${id}/deliveries/${deliveryId}/again`);
  }

  /** Resolves with what came of it. */
  sendTest(id: string): Promise<HookDeliveryDto> {
    return this.api.post(`${HOOKS_PATH}/${id}/test`);
  }
}
