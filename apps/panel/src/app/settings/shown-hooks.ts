import { inject, Injectable } from '@angular/core';
import type { HookDto } from '@groupless/shared-dto';
import { query } from '../data/query';
import { Session } from '../session/session';

export const HOOKS_PATH = '/api/settings/hooks';

/** The outbound webhooks, read once for the list of the settings' screens and for the screens about them. */
@Injectable()
export class ShownHooks {
  private readonly session = inject(Session);
  readonly list = query<HookDto[]>(() => (this.session.may('admin') ? HOOKS_PATH : undefined));
}
