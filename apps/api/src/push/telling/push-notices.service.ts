import { Injectable } from '@nestjs/common';
import { NOTIFICATION_KINDS, type EventType, type NotificationKind } from '@groupless/shared-dto';
import { LiveCallersService } from '../../auth/sessions/live-callers.service';
import type { Transaction } from '../../database/transaction';
import { OnEvents } from '../../events/public';
import { JobsService } from '../../jobs/jobs.service';
import { Clock } from '../../platform/clock';
import { Job } from '../../shared/jobs/job';
import type { PushDevice } from '../devices/push-device.entity';
import { PushDevicesRepository } from '../devices/push-devices.repository';
import { wants } from '../devices/wants';
import { PushNoticesRepository, type Notice } from './push-notices.repository';

export const PUSH_JOB = 'push';
const JOB = 'push-notices';

/** After which events there may be something to tell. */
const EVENTS: readonly EventType[] = [
  'appointment.created',
  'appointment.updated',
  'conversation.updated',
  'conversation.waiting',
  'conversation.mentioned',
  'account.updated',
];
/** A push service takes 4,096 bytes; more are counted, not named. */
const MOST_NAMED = 5;

/** What a device is to be told: no text, which is made when it is sent. */
export interface PushTask {
  device_id: string;
  kind: NotificationKind;
  /** The first of them. */
  object_ids: string[];
  count: number;
  /** When that was found. */
  at: string;
}

/** Makes of notices a job for each device that is to be told. */
@Injectable()
export class PushNoticesService {
  constructor(
    private readonly notices: PushNoticesRepository,
    private readonly devices: PushDevicesRepository,
    private readonly callers: LiveCallersService,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
  ) {}

  @OnEvents({ types: EVENTS, after_ms: 300 })
  async look(): Promise<void> {
    if (await this.notices.any()) await this.jobs.soon(JOB);
  }

  @Job({
    name: JOB,
    every: '* * * * *',
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
  })
  async tell(): Promise<void> {
    while ((await this.notices.take((transaction, notices) => this.store(transaction, notices))) > 0)
      await this.jobs.wake(PUSH_JOB);
  }

  private async store(transaction: Transaction, notices: readonly Notice[]): Promise<void> {
    const at = this.clock.now().toISOString();
    const devices = await this.devices.listAll();
    const roles = await this.callers.rolesOfSessions(devices.map(({ session_id }) => session_id));
    for (const device of devices) {
      const role = roles.get(device.session_id);
      if (role === undefined) continue;
      const told = tasksOf(
        device,
        notices.filter(({ kind }) => wants(device.session.user, role, kind)),
      );
      for (const task of told) await this.jobs.add(transaction, PUSH_JOB, { ...task, at });
    }
  }
}

/** One for each kind; what one change makes of an object is told once. */
function tasksOf({ id: device_id, session }: PushDevice, notices: readonly Notice[]): Omit<PushTask, 'at'>[] {
  const own = notices
    .filter(
      ({ user_id, by_id }) => (user_id ?? session.user_id) === session.user_id && by_id !== session.user_id,
    )
    .toSorted((a, b) => placeOf(b) - placeOf(a));
  const first = new Map(own.map((notice) => [`${notice.object_id} ${notice.at.toISOString()}`, notice]));
  return [...Map.groupBy(first.values(), ({ kind }) => kind)].map(([kind, ofKind]) => {
    const objects = [...new Set(ofKind.map(({ object_id }) => object_id))];
    return { device_id, kind, object_ids: objects.slice(0, MOST_NAMED), count: objects.length };
  });
}

/** That somebody is needed says more than that a conversation is new; what happened more than that it is the own. */
function placeOf({ kind }: Notice): number {
  return kind === 'new_conversation' ? NOTIFICATION_KINDS.length : NOTIFICATION_KINDS.indexOf(kind);
}
