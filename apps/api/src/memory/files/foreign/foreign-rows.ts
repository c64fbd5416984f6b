import type { UnreadDto, VersionKind } from '@groupless/shared-dto';
import { AppError } from '../../../platform/errors/app-error';
import type { Row } from '../memory-document';

/** A row that another program's file becomes, with the name of its project. */
export interface ForeignRow {
  kind: Extract<VersionKind, 'state' | 'session'>;
  project: string | null;
  row: Row;
}

/** What a file becomes, and what of it is not taken in. */
export class ForeignRows {
  readonly rows: ForeignRow[] = [];
  readonly unread: UnreadDto[] = [];

  add(row: ForeignRow): void {
    this.rows.push(row);
  }

  leaveOut(where: string, why: string): void {
    this.unread.push({ where: cutTo(where, 200), why });
  }
}

export function invalidFile(detail: string): AppError {
  return new AppError('invalid_file', detail);
}

/** Null: it is no time that the memory can store. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(value);
  const year = time.getUTCFullYear();
  return Number.isNaN(time.getTime()) || year < 1970 || year > 9999 ? null : time.toISOString();
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? storable(value).trim() : '';
}

/** PostgreSQL stores neither NUL nor one half of a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** The first code points of a text, which is how the limits of the memory count. */
export function cutTo(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}
