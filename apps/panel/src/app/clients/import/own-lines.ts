import type { ClientImportDto, ImportedPersonDto } from '@groupless/shared-dto';
import { besidePage } from './reading/beside-page';

/** What an import says of rows, with the lines of the file that was chosen: the one that was sent has the same rows in order. */
export async function withOwnLines(
  report: ClientImportDto,
  sent: Blob,
  chosen: Blob,
): Promise<ClientImportDto> {
  const { failed, not_made, shared, warnings } = report;
  const isBare = [failed, not_made, shared, warnings].every((rows) => rows.length === 0);
  if (isBare || sent === chosen) return report;
  const named = [failed, not_made, shared, warnings].flatMap((rows) =>
    (rows as { row: number; with?: ImportedPersonDto | null }[]).flatMap((one) => [
      one.row,
      one.with?.row ?? one.row,
    ]),
  );
  const own = new Map(await besidePage('pairLines', [sent, chosen, named]));
  const withOwn = <Row extends { row: number; with?: ImportedPersonDto | null }>(rows: readonly Row[]) =>
    rows.map((one) => ({
      ...one,
      row: own.get(one.row) ?? one.row,
      ...(typeof one.with?.row === 'number' && {
        with: { ...one.with, row: own.get(one.with.row) ?? one.with.row },
      }),
    }));
  return {
    ...report,
    failed: withOwn(failed),
    not_made: withOwn(not_made),
    shared: withOwn(shared),
    warnings: withOwn(warnings),
  };
}
