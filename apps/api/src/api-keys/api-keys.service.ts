import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type ApiKeyDto,
  type CreateApiKeyDto,
  type CreatedApiKeyDto,
  type RotateApiKeyDto,
} from '@groupless/shared-dto';
import type { AuditEvent } from '../audit/audit-event.entity';
import { AuditService } from '../audit/audit.service';
import { SecurityNoticesService } from '../mail/security-notices.service';
import type { UserActor } from '../platform/access/caller';
import { Clock } from '../platform/clock';
import { digestOf } from '../platform/crypto/random-token';
import { AppError, invalidRequest } from '../platform/errors/app-error';
import { newId } from '../shared/new-id';
import { instantOf } from '../platform/validation/times/time-fields';
import type { ApiKey } from './api-key.entity';
import { toApiKeyDto, toCreatedApiKeyDto } from './api-key.mapper';
import { ApiKeysRepository, nameTaken, type KeyOwner } from './api-keys.repository';
import { newKey, prefixOf } from './key-text';
import { isReserved } from './known-keys';
import { LiveKeysService } from './live-keys.service';

/** API keys: admins make and revoke them. */
@Injectable()
export class ApiKeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly live: LiveKeysService,
    private readonly notices: SecurityNoticesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The newest first. */
  async list(): Promise<ApiKeyDto[]> {
    const keys = await this.keys.listKeys();
    const names = await this.keys.listNames(keys.flatMap(({ owner_id }) => owner_id ?? []));
    return keys.map((key) => toApiKeyDto(key, names));
  }

  /**
   * Makes a key. A user for whom another made it is told.
   * @returns the only answer that contains the key
   * @throws AppError `invalid_request` on `expires_at`, `days` or `owner_id`, `name_taken`
   */
  async create(given: CreateApiKeyDto, actor: UserActor): Promise<CreatedApiKeyDto> {
    const { name, scopes } = given;
    if (isReserved(name)) throw nameTaken();
    const created_at = this.clock.now();
    const expires_at = expiryOf(given, created_at);
    const owner = await this.findOwner(given);
    const text = newKey();
    const key: ApiKey = {
      id: newId(created_at),
      name,
      scopes,
      prefix: prefixOf(text) ?? '',
      digest: digestOf(text),
      expires_at,
      last_used_at: null,
      created_by: actor.caller.id,
      owner_id: owner?.id ?? (scopes.includes('memory') ? actor.caller.id : null),
      created_at,
      ...NOT_ROTATED,
    };
    await this.keys.insertKey(key, this.eventOf(actor, 'api_key.created', key));
    if (owner !== null && owner.id !== actor.caller.id) await this.notices.tell(owner, 'key_made');
    return toCreatedApiKeyDto(key, text);
  }

  /** @throws AppError `not_found` */
  async revoke(id: string, actor: UserActor): Promise<void> {
    const key = await this.keys.deleteKey(id, (found) => this.eventOf(actor, 'api_key.revoked', found));
    if (key === null) throw new AppError('not_found', 'No key has this id.');
    this.live.forgetAll();
  }

  /**
   * Gives a key a new secret; it stays the same key, with all that it made. It lasts as long from now on as it did before. An
   * owner for whom another did it is told.
   * @returns the only answer that contains the new secret
   * @throws AppError `not_found`
   */
  async rotate(
    id: string,
    { overlap_hours = 0 }: RotateApiKeyDto,
    actor: UserActor,
  ): Promise<CreatedApiKeyDto> {
    const now = this.clock.now();
    const text = newKey();
    const changeOf = ({ prefix, digest, expires_at, ...key }: ApiKey) => ({
      prefix: prefixOf(text) ?? '',
      digest: digestOf(text),
      expires_at: new Date(
        now.getTime() + expires_at.getTime() - (key.rotated_at ?? key.created_at).getTime(),
      ),
      rotated_at: now,
      ...(overlap_hours === 0 ? NO_FORMER : { former_prefix: prefix, former_digest: digest }),
      ...(overlap_hours > 0 && { former_until: new Date(now.getTime() + overlap_hours * HOUR_MS) }),
    });
    const key = await this.keys.rotateKey(id, changeOf, { now, endsAll: overlap_hours === 0 }, (found) =>
      this.eventOf(actor, 'api_key.rotated', found),
    );
    if (key === null) throw new AppError('not_found', 'No key has this id.');
    this.live.forgetAll();
    const owner = key.owner_id === null ? null : await this.keys.findOwner(key.owner_id);
    if (owner !== null && owner.id !== actor.caller.id) await this.notices.tell(owner, 'key_made');
    return toCreatedApiKeyDto(Object.assign(key, changeOf(key)), text);
  }

  /**
   * The owner who is asked for; null: none is.
   * @throws AppError `invalid_request` for a user that is none, and for a key that does not open the memory
   */
  private async findOwner({ scopes, owner_id }: CreateApiKeyDto): Promise<KeyOwner | null> {
    if (owner_id === undefined) return null;
    const opensMemory = scopes.includes('memory');
    const owner = opensMemory ? await this.keys.findOwner(owner_id) : null;
    if (owner !== null) return owner;
    const message = opensMemory ? 'No user has this id.' : 'Only a key of scope memory has an owner.';
    throw invalidRequest([{ field: 'owner_id', code: 'not_allowed', message }]);
  }

  private eventOf(actor: UserActor, action: string, { id, name, scopes, owner_id }: ApiKey): AuditEvent {
    const details = { name, scopes: scopes.join(', '), ...(owner_id === null ? {} : { owner_id }) };
    return this.audit.eventOf(actor, { action, object: `api_key:${id}`, details });
  }
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const NO_FORMER = { former_prefix: null, former_digest: null, former_until: null };
const NOT_ROTATED = { rotated_at: null, ...NO_FORMER };

/** @throws AppError `invalid_request` for an instant that is past or too far ahead, and for `days` beside it */
function expiryOf({ expires_at, days }: CreateApiKeyDto, now: Date): Date {
  const latest = now.getTime() + LIMITS.key_days_max * DAY_MS;
  const given = expires_at === undefined ? null : instantOf(expires_at);
  if (given === null) return new Date(now.getTime() + (days ?? LIMITS.key_days) * DAY_MS);
  if (days !== undefined)
    throw invalidRequest([
      { field: 'days', code: 'not_allowed', message: 'days stands instead of expires_at, not beside it.' },
    ]);
  if (given > now.getTime() && given <= latest) return new Date(given);
  throw invalidRequest([
    {
      field: 'expires_at',
      code: 'out_of_range',
      message: `expires_at must be in the future, at most ${LIMITS.key_days_max} days from now.`,
    },
  ]);
}
