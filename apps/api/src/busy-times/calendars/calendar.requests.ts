import { LIMITS, type CreateBusyCalendarDto, type PatchBusyCalendarDto } from '@groupless/shared-dto';
import type { SameShape } from '../../platform/docs/same-shape';
import { FilledText, Flag, Text } from '../../platform/validation/fields';
import { ResourceId } from '../../shared/resource-fields';

const RESOURCE = {
  optional: true,
  nullable: true,
  ...LIMITS.resource,
  example: 'main',
  description: 'Whose times they are; null: of all resources.',
};
const NAME = { ...LIMITS.word, example: 'Anna, private' };
const URL_FIELD = {
  ...LIMITS.hook_url,
  example: 'https://calendar.example.com/secret/basic.ics',
  description:
    'Public and with https:// unless the server allows private addresses; `webcal://` is read as https://.',
};
const SHOW_TITLES = { optional: true, description: 'Whether the team sees the titles of its events.' };

export class CreateBusyCalendarRequest implements CreateBusyCalendarDto {
  @Text(RESOURCE) resource?: string | null;
  @ResourceId() resource_id?: string | null;
  @FilledText(NAME) name: string;
  @Text(URL_FIELD) url: string;
  @Flag(SHOW_TITLES) show_titles?: boolean;
}

export class PatchBusyCalendarRequest implements PatchBusyCalendarDto {
  @Text(RESOURCE) resource?: string | null;
  @ResourceId() resource_id?: string | null;
  @FilledText({ ...NAME, optional: true }) name?: string;
  @Text({ ...URL_FIELD, optional: true }) url?: string;
  @Flag(SHOW_TITLES) show_titles?: boolean;
}

true satisfies SameShape<CreateBusyCalendarRequest, CreateBusyCalendarDto>;
true satisfies SameShape<PatchBusyCalendarRequest, PatchBusyCalendarDto>;
