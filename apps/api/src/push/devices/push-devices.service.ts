import { Inject, Injectable } from '@nestjs/common';
import type { AddPushDeviceDto, PushDeviceDto, PushDto } from '@groupless/shared-dto';
import { ECDH } from 'node:crypto';
import { AuditService } from '../../audit/audit.service';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { Clock } from '../../platform/clock';
import { digestOf } from '../../platform/crypto/random-token';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import type { UserActor } from '../../platform/access/caller';
import { newId } from '../../shared/new-id';
import { faultOfUrl, holdsUser } from '../../shared/outbound/outbound-url';
import { toPushDeviceDto } from './push-device.mapper';
import { PushDevicesRepository } from './push-devices.repository';
import { VapidKeys } from './vapid-keys.service';

/** The devices on which a user is told by push. */
@Injectable()
export class PushDevicesService {
  constructor(
    private readonly devices: PushDevicesRepository,
    private readonly vapid: VapidKeys,
    private readonly texts: SealedTexts,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'outbound_private'>,
  ) {}

  async list(user_id: string): Promise<PushDto> {
    const { public_key } = await this.vapid.read();
    return { public_key, devices: (await this.devices.listOfUser(user_id)).map(toPushDeviceDto) };
  }

  /**
   * The same endpoint again is the same device.
   * @throws AppError `invalid_request` on `endpoint` or `keys`
   */
  async add({ endpoint, keys }: AddPushDeviceDto, actor: UserActor): Promise<PushDeviceDto> {
    this.demandEndpoint(endpoint);
    demandPoint(keys.p256dh);
    const endpoint_digest = digestOf(endpoint);
    const created_at = this.clock.now();
    const place = sealedPlace('push_devices.subscription', endpoint_digest.toString('hex'));
    const device = {
      id: newId(created_at),
      session_id: actor.caller.session_id,
      endpoint_digest,
      subscription: this.texts.seal(JSON.stringify({ endpoint, keys }), place),
      created_at,
    };
    const eventOf = (id: string) =>
      this.audit.eventOf(actor, { action: 'auth.push_added', object: `push_device:${id}` });
    return toPushDeviceDto(await this.devices.add(device, eventOf));
  }

  /** @throws AppError `not_found` */
  async remove(id: string, actor: UserActor): Promise<void> {
    const event = this.audit.eventOf(actor, { action: 'auth.push_removed', object: `push_device:${id}` });
    if (!(await this.devices.remove(id, actor.caller.id, event)))
      throw new AppError('not_found', 'The user has no device with this id.');
  }

  private demandEndpoint(endpoint: string): void {
    const wrong = holdsUser(endpoint)
      ? 'must have no user name or password'
      : faultOfUrl(endpoint, this.settings.outbound_private);
    if (wrong !== null)
      throw invalidRequest([{ field: 'endpoint', code: 'not_allowed', message: `endpoint ${wrong}.` }]);
  }
}

/** @throws AppError `invalid_request` on what nothing can be encrypted for */
function demandPoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw invalidRequest([
      { field: 'keys.p256dh', code: 'invalid_format', message: 'keys.p256dh must be a point of P-256.' },
    ]);
  }
}
