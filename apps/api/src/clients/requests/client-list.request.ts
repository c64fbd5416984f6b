import {
  CLIENT_SORTS,
  CLIENT_SOURCES,
  CLIENT_STATUSES,
  KNOWN_CLIENTS,
  LIMITS,
  SHARED_CONTACTS,
  type ClientSort,
  type KnownClients,
} from '@groupless/shared-dto';
import type { ListSeparator } from '@groupless/shared-dto/business/csv-cells';
import { ListSeparators } from '../../shared/csv/list-separators';
import { FileName } from '../../shared/file-name';
import { OneOf, QueryFlag, SomeOf, Text } from '../../platform/validation/fields';
import { PhoneRegion } from '../../platform/validation/locale-fields';
import { PageRequest } from '../../platform/validation/page.request';
import { Instant } from '../../platform/validation/times/time-fields';
import { Uuid } from '../../platform/validation/uuid-fields';
import { UpdatedSince } from '../../platform/validation/times/updated-since';

const Search = () =>
  Text({
    optional: true,
    ...LIMITS.search,
    description:
      'Part of the name, the email, the company or the digits of the phone, without regard to case and accents.',
    example: 'novak',
  });
const Status = () => SomeOf({ optional: true, values: CLIENT_STATUSES, example: 'lead,active' });
const Tag = () =>
  Text({
    optional: true,
    min: LIMITS.tag.min,
    max: 4_000,
    description:
      'One tag exactly as it was given, or several by comma: clients with any of them. One with a comma in its name is ' +
      'found too, by itself.',
    example: 'vip,weekly',
  });
const CreatedAfter = () => Instant({ optional: true, description: 'Those that were made then or later.' });
const Source = () => SomeOf({ optional: true, values: CLIENT_SOURCES });

export class ClientListRequest extends PageRequest {
  @Search() search?: string;
  @Status() status?: string;
  @Tag() tag?: string;
  @Source() source?: string;
  @UpdatedSince() updated_since?: string;
  @CreatedAfter() created_after?: string;

  @Text({
    optional: true,
    min: 3,
    max: LIMITS.external_ids.name + 1 + LIMITS.outside_id.max,
    description:
      'One of `external_ids`: its name, a colon and the id. Where nobody has it, the client into which one who had it was merged.',
    example: 'crm:C-1017',
  })
  external_id?: string;

  @Uuid({ optional: true, description: 'Those whom this import made or changed, and no later one.' })
  import_id?: string;

  @OneOf({
    optional: true,
    values: CLIENT_SORTS,
    description: 'Default: by name. Clients without the value come last.',
  })
  sort?: ClientSort;
}

export class ClientExportRequest {
  @Search() search?: string;
  @Status() status?: string;
  @Tag() tag?: string;
  @Source() source?: string;
  @CreatedAfter() created_after?: string;
  @ListSeparators() separator?: ListSeparator;
}

/** How the cells of a file are read. */
export class ClientReadingRequest {
  @PhoneRegion({
    optional: true,
    description: 'The country of numbers without a country code; otherwise `phone_region` of the settings.',
    example: 'AT',
  })
  country?: string;

  @QueryFlag({
    optional: true,
    description:
      'A cell that cannot be read (phone, email, company, tags, language, notes) goes into the notes, with a warning, instead ' +
      'of failing its row. A row without a name is called by its number or email.',
  })
  keep_unreadable?: 'true' | 'false';
}

export class ClientImportRequest extends ClientReadingRequest {
  @FileName() file_name?: string;

  @QueryFlag({
    optional: true,
    description: 'Says what would happen, and stores nothing.',
  })
  dry_run?: 'true' | 'false';

  @OneOf({
    optional: true,
    values: KNOWN_CLIENTS,
    description:
      'What becomes of the clients that are known by id, phone or email: they stay as they are (`skip`); a row fills the fields ' +
      'that are empty (`fill`); or what a row has in its cells is taken over (`overwrite`). An empty cell changes nothing.',
  })
  known?: KnownClients;

  @QueryFlag({ optional: true, description: '`true` is `known=overwrite`, where `known` is not sent.' })
  update?: 'true' | 'false';

  @QueryFlag({
    optional: true,
    description: 'With `dry_run` and `fill` or `overwrite`: says by field what would be changed.',
  })
  changes?: 'true' | 'false';

  @QueryFlag({
    optional: true,
    description:
      'With `overwrite`: the numbers in `other_phones` are added to those that a client has, instead of taking their place.',
  })
  add_phones?: 'true' | 'false';

  @OneOf({
    optional: true,
    values: SHARED_CONTACTS,
    description:
      'What a row of another name is whose phone or email is that of a client: a client of its own, who shares the contact, or the same ' +
      'person. Otherwise it is in `not_made`, as `other_name`.',
  })
  shared_contacts?: (typeof SHARED_CONTACTS)[number];
}
