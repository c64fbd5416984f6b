import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error';

/** The largest number that a column of the type integer holds. */
const LARGEST = 2_147_483_647;

/** The version of a session in a path. A malformed one is answered like an unknown one: 404. */
@Injectable()
export class SessionVersionPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const version = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : NaN;
    if (!(version <= LARGEST)) throw new AppError('not_found', 'No session has this version.');
    return version;
  }
}
