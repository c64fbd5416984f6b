import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';
import { EventsService } from '../events/events.service';

/**
 * Emits the ids of changed users after the commit. Caches of this process invalidate the user at once (other processes
 * within a second), and open panels are notified.
 */
@Injectable()
export class UserChangesService extends Subject<string> {
  constructor(events: EventsService) {
    super();
    this.subscribe((user_id) => events.announce('user.updated', user_id));
  }
}
