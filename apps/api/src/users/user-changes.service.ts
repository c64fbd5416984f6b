import { Injectable } from '@nestjs/common';
import { Subject } from 'rxjs';

/**
 * Says, within this process, whose rights have just changed (by user id): what is remembered of that user is
 * forgotten at once. Other processes forget it within a second by themselves.
 */
@Injectable()
export class UserChangesService extends Subject<string> {}
