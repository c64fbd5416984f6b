import { CLIENT_DATA_FORMATS, type ClientDataFormat } from '@groupless/shared-dto';
import { OneOf } from '../platform/validation/fields';

export class ClientDataRequest {
  @OneOf({
    optional: true,
    values: CLIENT_DATA_FORMATS,
    description: 'Default: JSON. HTML is a page to read.',
  })
  format?: ClientDataFormat;
}
