import { Injectable } from '@nestjs/common';
import { LiveKeysService } from '../api-keys/live-keys.service';
import { EventsService } from '../events/events.service';
import { Bus } from '../shared/bus/bus';
import { USER_CHANGED } from './public';

/** What follows the change of a user, after its commit. */
@Injectable()
export class UserChangesService {
  constructor(
    private readonly keys: LiveKeysService,
    private readonly events: EventsService,
    private readonly bus: Bus,
  ) {}

  /** Caches of this process invalidate the user at once (other processes within a second), and open panels are notified. */
  async tell(user_id: string): Promise<void> {
    this.events.announce('user.updated', user_id);
    this.keys.forgetAll();
    await this.bus.tell(USER_CHANGED, { user_id });
  }
}
