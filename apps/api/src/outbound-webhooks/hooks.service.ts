import { Inject, Injectable } from '@nestjs/common';
import {
  LIMITS,
  type CreateHookDto,
  type CreatedHookDto,
  type HookDto,
  type PatchHookDto,
} from '@groupless/shared-dto';
import { randomBytes, randomUUID } from 'node:crypto';
import { AuditService } from '../audit/audit.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { sealedPlace } from '../database/sealed/sealed-columns';
import { EventsService } from '../events/events.service';
import type { KnownActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { SealedTextError, SealedTexts } from '../platform/crypto/sealed-text';
import { invalidRequest } from '../platform/errors/app-error';
import { found } from '../platform/errors/found';
import { newId } from '../shared/new-id';
import { HookDispatcherService } from './delivery/hook-dispatcher.service';
import { faultOfUrl, holdsUser } from '../shared/outbound/outbound-url';
import type { Hook, OlderHookSecret } from './hook.entity';
import { toHookDto } from './hook.mapper';
import { ownerOf } from './hook-owner';
import { HooksRepository } from './hooks.repository';

const HOUR_MS = 3_600_000;

/** Outbound webhooks: addresses that receive events. */
@Injectable()
export class HooksService {
  constructor(
    private readonly hooks: HooksRepository,
    private readonly dispatcher: HookDispatcherService,
    private readonly texts: SealedTexts,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The newest first. */
  async list({ caller }: KnownActor): Promise<HookDto[]> {
    return (await this.hooks.listHooks(ownerOf(caller))).map(toHookDto);
  }

  /** @throws AppError `not_found` */
  async get(id: string, { caller }: KnownActor): Promise<HookDto> {
    return toHookDto(found(await this.hooks.findHook(id, ownerOf(caller)), 'webhook'));
  }

  /**
   * Makes a webhook. Only this answer contains the secret.
   * @throws AppError `invalid_request` on `url`, `too_many_hooks`
   */
  async create({ url, events, active = true }: CreateHookDto, actor: KnownActor): Promise<CreatedHookDto> {
    this.demandUrl(url);
    const now = this.clock.now();
    const id = newId(now);
    const secret = newSecret();
    const owner = ownerOf(actor.caller);
    const hook: Hook = {
      id,
      url,
      events,
      active,
      secret: this.sealed(secret, id),
      previous_secret: null,
      previous_secret_until: null,
      key_id: null,
      key_name: null,
      ...(owner !== 'admins' && { ...owner, key_name: actor.caller.name }),
      failures: 0,
      failing_since: null,
      gone_since: null,
      retry_at: null,
      switched_off_at: null,
      created_at: now,
      updated_at: now,
    };
    await this.hooks.insertHook(hook, this.eventOf(actor, 'hook.created', id, { events: events.join(', ') }));
    this.wakeDispatchers();
    return { ...toHookDto(hook), secret };
  }

  /**
   * Changes a webhook. Switching it on resets its failures.
   * @throws AppError `invalid_request` on `url`, `not_found`
   */
  async change(id: string, patch: PatchHookDto, actor: KnownActor): Promise<HookDto> {
    if (patch.url !== undefined) this.demandUrl(patch.url);
    const reset = {
      failures: 0,
      failing_since: null,
      gone_since: null,
      retry_at: null,
      switched_off_at: null,
    };
    const set = { ...patch, ...(patch.active === true ? reset : {}), updated_at: this.clock.now() };
    const event = this.eventOf(actor, 'hook.updated', id, { fields: Object.keys(patch).join(', ') });
    const hook = found(await this.hooks.changeHook(id, ownerOf(actor.caller), set, event), 'webhook');
    this.wakeDispatchers();
    return toHookDto(hook);
  }

  /**
   * Replaces the secret; only this answer contains the new one. For a day messages are signed with the former one too.
   * @throws AppError `not_found`
   */
  async rotate(id: string, actor: KnownActor): Promise<CreatedHookDto> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + LIMITS.hook_secret_overlap_hours * HOUR_MS);
    const secret = newSecret();
    const rotation = { secret: this.sealed(secret, id), until, now };
    const event = this.eventOf(actor, 'hook.secret_rotated', id);
    const olderOf = (stored: Hook) => this.olderSecretOf(stored, now);
    const hook = await this.hooks.rotateSecret(id, ownerOf(actor.caller), rotation, olderOf, event);
    const rotated = toHookDto(found(hook, 'webhook'));
    this.wakeDispatchers();
    return { ...rotated, secret };
  }

  /** @throws AppError `not_found` */
  async remove(id: string, actor: KnownActor): Promise<void> {
    const event = this.eventOf(actor, 'hook.deleted', id);
    const isDeleted = await this.hooks.deleteHook(id, ownerOf(actor.caller), event);
    found(isDeleted || null, 'webhook');
    this.wakeDispatchers();
  }

  /** The secret that the next rotation displaces, while its day lasts. One that no key opens signs nothing. */
  private olderSecretOf(hook: Hook, now: Date): Omit<OlderHookSecret, 'hook'> | null {
    const { id: hook_id, previous_secret, previous_secret_until: until } = hook;
    if (previous_secret === null || until === null || until <= now) return null;
    const id = randomUUID();
    try {
      const secret = this.texts.open(previous_secret, sealedPlace('hooks.secret', hook_id));
      return {
        id,
        hook_id,
        secret: this.texts.seal(secret, sealedPlace('hook_older_secrets.secret', id)),
        until,
      };
    } catch (error) {
      if (error instanceof SealedTextError) return null;
      throw error;
    }
  }

  private wakeDispatchers(): void {
    this.dispatcher.wake();
    this.events.announce('settings.updated', null);
  }

  private sealed(secret: string, id: string): string {
    return this.texts.seal(secret, sealedPlace('hooks.secret', id));
  }

  private eventOf(actor: KnownActor, action: string, id: string, details = {}) {
    return this.audit.eventOf(actor, { action, object: `hook:${id}`, details });
  }

  private demandUrl(url: string): void {
    const fault = holdsUser(url)
      ? 'must hold no user and no password'
      : faultOfUrl(url, this.settings.outbound_private);
    if (fault !== null)
      throw invalidRequest([{ field: 'url', code: 'not_allowed', message: `url ${fault}.` }]);
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
