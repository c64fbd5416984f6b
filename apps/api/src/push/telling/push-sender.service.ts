import { Inject, Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { generateRequestDetails, type PushSubscription } from 'web-push';
import { LiveCallersService } from '../../auth/sessions/live-callers.service';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { sealedPlace } from '../../database/sealed/sealed-columns';
import { Clock } from '../../platform/clock';
import { SealedTexts } from '../../platform/crypto/sealed-text';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Job } from '../../shared/jobs/job';
import { OutboundCalls } from '../../shared/outbound/outbound-calls.service';
import type { PushDevice } from '../devices/push-device.entity';
import { PushDevicesRepository } from '../devices/push-devices.repository';
import { VapidKeys } from '../devices/vapid-keys.service';
import { wants } from '../devices/wants';
import { PUSH_JOB, type PushTask } from './push-notices.service';
import { PushNoticesRepository } from './push-notices.repository';
import { payloadOf, textOf, type PushText } from './push-words';

/** What is older rings no phone: neither here nor at the push service. */
const MOST_AGE_S = 4 * 3_600;
/** For push services, where neither `SECURITY_CONTACT` nor an https `PUBLIC_URL` says who calls. */
const UNKNOWN_CONTACT = 'mailto:admin@groupless.invalid';

/** Tells devices through the push services of their browsers (RFC 8030, encrypted by RFC 8291). */
@Injectable()
export class PushSender {
  private readonly log = new Logger(PushSender.name);

  constructor(
    private readonly devices: PushDevicesRepository,
    private readonly notices: PushNoticesRepository,
    private readonly callers: LiveCallersService,
    private readonly business: ChatAgentSettingsService,
    private readonly vapid: VapidKeys,
    private readonly texts: SealedTexts,
    private readonly calls: OutboundCalls,
    private readonly clock: Clock,
    @Inject(SETTINGS)
    private readonly settings: Pick<Settings, 'is_demo' | 'public_url' | 'security_contact'>,
  ) {}

  /** Whether the user may know, and wants to, is asked now: much can have changed since the notice. */
  @Job({
    name: PUSH_JOB,
    every: null,
    retries: 8,
    first_pause_s: 15,
    longest_pause_s: 3_600,
    keep_days: 1,
    at_once: 20,
  })
  async send({ device_id, kind, object_ids, count, at }: PushTask): Promise<string | undefined> {
    if (this.settings.is_demo) return undefined;
    const ageS = (this.clock.now().getTime() - Date.parse(at)) / 1_000;
    const device = await this.devices.find(device_id);
    if (device === null || ageS > MOST_AGE_S) return undefined;
    const { session_id, session } = device;
    const role = (await this.callers.rolesOfSessions([session_id])).get(session_id);
    if (role === undefined || !wants(session.user, role, kind)) return undefined;
    const shown = await this.notices.listShown(kind, object_ids, session.user_id);
    if (shown.length === 0) return undefined;
    const { time_zone } = await this.business.current();
    const left = shown.length + count - object_ids.length;
    return this.deliver(device, textOf(kind, shown, left, session.user, time_zone), MOST_AGE_S - ageS);
  }

  /**
   * @returns why it was refused, which is shown with the job
   * @throws Error where the engine is to try again
   */
  private async deliver(device: PushDevice, text: PushText, ttlS: number): Promise<string | undefined> {
    const { status } = await this.calls.send(await this.requestOf(device, text, ttlS));
    if (status === 404 || status === 410) {
      await this.devices.forget(device.id);
      return undefined;
    }
    if (status >= 200 && status < 300) {
      await this.devices.noteTold(device.id, this.clock.now());
      return undefined;
    }
    const words = `The push service answered ${status}.`;
    if (status === 429 || status >= 500) throw new Error(words);
    this.log.warn({ device: device.id, status }, 'a push service refuses a notification');
    return words;
  }

  private async requestOf(
    { endpoint_digest, subscription: sealed }: PushDevice,
    text: PushText,
    ttlS: number,
  ) {
    const place = sealedPlace('push_devices.subscription', endpoint_digest.toString('hex'));
    const subscription = JSON.parse(this.texts.open(sealed, place)) as PushSubscription;
    const { public_key, private_key } = await this.vapid.read();
    const { headers, body, endpoint } = generateRequestDetails(subscription, payloadOf(text), {
      vapidDetails: { subject: this.contact(), publicKey: public_key, privateKey: private_key },
      contentEncoding: 'aes128gcm',
      urgency: 'high',
      TTL: Math.max(1, Math.floor(ttlS)),
      // A repeat takes the place of what the device has not fetched yet.
      topic: createHash('sha256').update(text.tag).digest('base64url').slice(0, 32),
    });
    return { url: endpoint, headers, body };
  }

  private contact(): string {
    const { security_contact, public_url } = this.settings;
    const named = [security_contact, public_url].find((one) => /^(https|mailto):/.test(one ?? ''));
    return named ?? UNKNOWN_CONTACT;
  }
}
