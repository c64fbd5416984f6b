import type { ListSeparator } from '@groupless/shared-dto/business/csv-cells';
import { OneOf } from '../../platform/validation/fields';

/** The query of an export that says which spreadsheet is to read it. */
export const ListSeparators = () =>
  OneOf({
    optional: true,
    values: ['comma', 'semicolon'] satisfies ListSeparator[],
    description:
      'By what the spreadsheet that is to open it parts cells: a semicolon where decimals have a comma. Phones are then written as ' +
      '`(+43) 6641234567`, which it leaves as they are, and which an import reads.',
  });
