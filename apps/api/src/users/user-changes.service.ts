import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';
import { EventsService } from '../events/events.service';

/**
 * Says whose row has just changed (by user id), after the commit. Within this process whatever is remembered of
 * that user is forgotten at once; other processes forget it within a second by themselves. Open panels are told.
 */
@Injectable()
export class UserChangesService extends Subject<string> {
  constructor(events: EventsService) {
    super();
    this.subscribe((user_id) => events.announce('user.updated', user_id));
  }
}
