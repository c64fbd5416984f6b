import type { ClientImportDto } from '@groupless/shared-dto';

/** What an import of nothing answers. */
export const REPORT: ClientImportDto = {
  import_id: null,
  ...{ created: 0, updated: 0, skipped: 0, failed: [] },
  ...{ not_made: [], not_made_total: 0, shared: [], shared_total: 0, warnings: [], warnings_total: 0 },
};
