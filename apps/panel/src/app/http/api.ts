import { HttpClient, type HttpHeaders, type HttpResponse } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import { firstValueFrom } from 'rxjs';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A row with its version, which a later change can name so that it does not overwrite somebody else's. */
export interface Versioned<Row> {
  row: Row;
  /** For `If-Match`. */
  etag: string | null;
}

export interface WithHeaders<Answer> {
  answer: Answer;
  headers: HttpHeaders;
}

interface Options {
  query?: Query;
  /** The version that the change is about; another one is refused as `version_mismatch`. */
  etag?: string | null;
  /** Sent again with the same one, the request is carried out once. */
  idempotencyKey?: string;
  /** The address of the row that is no more once this has succeeded. */
  removes?: string;
}

type WriteListener = (path: string) => void;
type RemovalListener = (address: string, done: Promise<unknown>) => void;

/**
 * Writes to the API, and reads of what is not shown. A failure rejects with a `Problem`. What a screen shows is read
 * with `query()` or `pageList()`, which follow their inputs and what happens meanwhile.
 */
@Injectable({ providedIn: 'root' })
export class Api {
  private readonly http = inject(HttpClient);
  private readonly writeListeners = new Set<WriteListener>();
  private readonly removalListeners = new Set<RemovalListener>();

  /** Tells the listener of each write of this page that succeeded, by its path. */
  onWrite(listener: WriteListener): void {
    this.writeListeners.add(listener);
  }

  /** Tells the listener of each row that this page begins to remove. */
  onRemoval(listener: RemovalListener): void {
    this.removalListeners.add(listener);
  }

  get<Answer>(path: string, query: Query = {}): Promise<Answer> {
    return this.send<Answer>('GET', path, undefined, { query });
  }

  /** The bytes of a file, to be saved. */
  async download(path: string, type: string, query: Query = {}): Promise<Blob> {
    const answer = this.http.get(path, { params: paramsOf(query), responseType: 'arraybuffer' });
    return new Blob([await firstValueFrom(answer)], { type });
  }

  async getVersioned<Row>(path: string): Promise<Versioned<Row>> {
    return versioned(await this.respond<Row>('GET', path, undefined, {}));
  }

  post<Answer = void>(path: string, body?: object, options: Options = {}): Promise<Answer> {
    return this.send<Answer>('POST', path, body, options);
  }

  /** As `post()`, with the headers of the answer. */
  async postWithHeaders<Answer>(path: string, body?: object): Promise<WithHeaders<Answer>> {
    const { body: answer, headers } = await this.respond<Answer>('POST', path, body, {});
    return { answer: answer as Answer, headers };
  }

  patch<Answer>(path: string, body: object, options: Options = {}): Promise<Answer> {
    return this.send<Answer>('PATCH', path, body, options);
  }

  /** As `patch()`, with the new version. */
  async patchVersioned<Row>(path: string, body: object, etag: string | null): Promise<Versioned<Row>> {
    return versioned(await this.respond<Row>('PATCH', path, body, { etag }));
  }

  put<Answer>(path: string, body: object, options: Options = {}): Promise<Answer> {
    return this.send<Answer>('PUT', path, body, options);
  }

  /** As `put()`, with the new version. */
  async putVersioned<Row>(
    path: string,
    body: object,
    etag: string | null,
    query: Query = {},
  ): Promise<Versioned<Row>> {
    return versioned(await this.respond<Row>('PUT', path, body, { etag, query }));
  }

  delete<Answer = void>(path: string, query: Query = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, { query });
  }

  /** Deletes the row that has this address: what is shown of it is not read again. */
  remove(path: string, query: Query = {}): Promise<void> {
    return this.send('DELETE', path, undefined, { query, removes: path });
  }

  private async send<Answer>(method: string, path: string, body: object | undefined, options: Options) {
    return (await this.respond<Answer>(method, path, body, options)).body as Answer;
  }

  private async respond<Answer>(
    method: string,
    path: string,
    body: object | undefined,
    { query = {}, etag = null, idempotencyKey, removes }: Options,
  ): Promise<HttpResponse<Answer>> {
    const answered = firstValueFrom(
      this.http.request<Answer>(method, path, {
        ...(body === undefined ? {} : { body }),
        params: paramsOf(query),
        headers: {
          ...(etag === null ? {} : { 'if-match': etag }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        observe: 'response',
        responseType: 'json',
      }),
    );
    if (removes !== undefined) for (const tell of this.removalListeners) tell(removes, answered);
    const response = await answered;
    if (method !== 'GET' && query['dry_run'] !== true) for (const tell of this.writeListeners) tell(path);
    return response;
  }
}

/** A query without what is not set. */
export function paramsOf(query: Query): Record<string, string> {
  const set = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function versioned<Row>({ body, headers }: HttpResponse<Row>): Versioned<Row> {
  return { row: body as Row, etag: headers.get('etag') };
}
