import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { PushDevice } from './push-device.entity';

/** A browser that another user or session had before is this one's from now on. */
const ADD = `
  insert into push_devices (id, session_id, endpoint_digest, subscription, created_at)
  values ($1, $2, $3, $4, $5)
  on conflict (endpoint_digest) do update set session_id = excluded.session_id, subscription = excluded.subscription
  returning id`;

/** One after the other: those that come at once would not count each other. */
const LOCK_USER = `
  select from users where id = (select user_id from auth_sessions where id = $1) for no key update`;

const MAKE_ROOM = `
  delete from push_devices where id in (
    select push_devices.id from push_devices join auth_sessions on auth_sessions.id = session_id
    where user_id = (select user_id from auth_sessions where id = $1)
    -- What was added just now stays, also a device of old that another user had.
    order by push_devices.id = $2 desc, push_devices.created_at desc, push_devices.id desc offset ${LIMITS.push_devices})`;

@Injectable()
export class PushDevicesRepository {
  constructor(@InjectRepository(PushDevice) private readonly devices: Repository<PushDevice>) {}

  /** With their sessions, the newest first. */
  listOfUser(user_id: string): Promise<PushDevice[]> {
    return this.devices.find({
      where: { session: { user_id } },
      relations: { session: true },
      order: { created_at: 'DESC', id: 'DESC' },
    });
  }

  /** @returns the device, which has its former id where it was known */
  add(
    device: Omit<PushDevice, 'session' | 'last_at'>,
    eventOf: (id: string) => AuditEvent,
  ): Promise<PushDevice> {
    const { id: newId, session_id, endpoint_digest, subscription, created_at } = device;
    return this.devices.manager.transaction(async (transaction) => {
      const values = [newId, session_id, endpoint_digest, subscription, created_at];
      await transaction.query(LOCK_USER, [session_id]);
      const [{ id }] = await transaction.query<[{ id: string }]>(ADD, values);
      await transaction.query(MAKE_ROOM, [session_id, id]);
      if (id === newId) await transaction.insert(AuditEvent, eventOf(id));
      return transaction.findOneOrFail(PushDevice, { where: { id }, relations: { session: true } });
    });
  }

  /** @returns whether the user had it */
  remove(id: string, user_id: string, event: AuditEvent): Promise<boolean> {
    return this.devices.manager.transaction(async (transaction) => {
      const device = await transaction.findOneBy(PushDevice, { id, session: { user_id } });
      if (device === null || (await transaction.delete(PushDevice, { id })).affected === 0) return false;
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /** All that anybody may be told by, with the session and its user. */
  listAll(): Promise<PushDevice[]> {
    return this.devices.find({ relations: { session: { user: true } }, order: { id: 'ASC' } });
  }

  find(id: string): Promise<PushDevice | null> {
    return this.devices.findOne({ where: { id }, relations: { session: { user: true } } });
  }

  async noteTold(id: string, last_at: Date): Promise<void> {
    await this.devices.update({ id }, { last_at });
  }

  /** Its push service no longer knows it. */
  async forget(id: string): Promise<void> {
    await this.devices.delete({ id });
  }
}
