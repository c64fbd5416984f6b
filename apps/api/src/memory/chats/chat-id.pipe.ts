import { Injectable, type PipeTransform } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { invalidRequest } from '../../platform/errors/app-error';
import { projectChat } from './project-chat';

const { min, max } = LIMITS.outside_id;

/** The id of a chat in a path. */
@Injectable()
export class ChatIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const length = [...value].length;
    if (length >= min && length <= max) return projectChat(value);
    const message = `chat_id must have ${min} to ${max} characters.`;
    throw invalidRequest([{ field: 'chat_id', code: length < min ? 'too_short' : 'too_long', message }]);
  }
}
