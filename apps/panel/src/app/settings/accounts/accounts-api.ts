import { inject, Injectable } from '@angular/core';
import type { AccountDto, AccountSessionDto, CreateAccountDto, PatchAccountDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';

const PATH = '/api/assistant-accounts';
type Id = AccountDto['id'];

@Injectable({ providedIn: 'root' })
export class AccountsApi {
  private readonly api = inject(Api);

  list(): Promise<AccountDto[]> {
    return this.api.get(PATH);
  }

  get(id: Id): Promise<AccountDto> {
    return this.api.get(`${PATH}/${id}`);
  }

  create(account: CreateAccountDto): Promise<AccountDto> {
    return this.api.post(PATH, account);
  }

  patch(id: Id, patch: PatchAccountDto): Promise<AccountDto> {
    return this.api.patch(`${PATH}/${id}`, patch);
  }

  remove(id: Id): Promise<void> {
    return this.api.remove(`${PATH}/${id}`);
  }

  activate(id: Id): Promise<AccountDto> {
    return this.api.post(`${PATH}/${id}/activate`);
  }

  /**
   * Stores a document of credentials to the letter, in the place of the version that the account is known to have.
   * @param isForced also over the session of another login, or a newer one
   * @throws Problem `version_mismatch`, `incomplete_session`, `account_identity_mismatch`, `older_session`
   */
  storeSession(
    { id, session_version }: AccountDto,
    document: string,
    isForced: boolean,
  ): Promise<AccountDto> {
    const body = new Blob([`{"session_data":${document}}`], { type: 'application/json' });
    const etag = session_version === null ? null : `"${session_version}"`;
    return this.api.put(`${PATH}/${id}/session`, body, { etag, query: isForced ? { force: true } : {} });
  }

  /** Puts a session back that was replaced. */
  restoreSession(id: Id, version: AccountSessionDto['version']): Promise<AccountDto> {
    return this.api.post(`${PATH}/${id}/sessions/${version}/restore`);
  }

  clearSession(id: Id): Promise<void> {
    return this.api.delete(`${PATH}/${id}/session`);
  }
}
