import { LIMITS } from '@groupless/shared-dto';
import { Text } from '../platform/validation/fields';

/** The query of an import that says which file it is of. */
export const FileName = () =>
  Text({
    optional: true,
    ...LIMITS.file_name,
    description: 'The name of the file, which the list of imports has as long as this one can be taken back.',
    example: 'clients.csv',
  });
