import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import type { MemoryFileType, MemoryImportDto } from '@groupless/shared-dto';
import { Api, paramsOf } from '../../http/api';

/** By how a file's name ends; what browsers say of its type differs. */
const TYPES: Record<string, MemoryFileType> = {
  zip: 'application/zip',
  md: 'text/markdown',
  db: 'application/vnd.sqlite3',
  sqlite: 'application/vnd.sqlite3',
  sqlite3: 'application/vnd.sqlite3',
  json: 'application/json',
};

/** For the choice of a file. */
export const ENDINGS = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** Null: the memory takes no such file. */
export function typeOf({ name }: Pick<File, 'name'>): MemoryFileType | null {
  return TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null;
}

/** Takes the memory along, and brings what was taken along, here or from another program. */
@Injectable({ providedIn: 'root' })
export class MemoryFilesApi {
  private readonly api = inject(Api);
  private readonly http = inject(HttpClient);

  /** @throws Problem */
  export(): Promise<Blob> {
    return this.api.download('/api/memory/export', 'application/zip');
  }

  /**
   * @param project empty: as the file says
   * @param dry_run only counts
   * @throws Problem `invalid_zip`, `invalid_file`, `body_too_large`
   */
  import(file: File, project: string, dry_run: boolean): Promise<MemoryImportDto> {
    return firstValueFrom(
      this.http.post<MemoryImportDto>('/api/memory/import', file, {
        params: paramsOf({ project, dry_run: dry_run ? true : null }),
        headers: { 'content-type': typeOf(file) ?? 'application/zip' },
      }),
    );
  }
}
