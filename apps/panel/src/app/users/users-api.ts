import { inject, Injectable } from '@angular/core';
import type {
  ApiKeyDto,
  CreatedUserDto,
  CreateUserDto,
  InvitedUserDto,
  KeysOfLeaver,
  PageDto,
  PatchUserDto,
  UserDto,
} from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import { Api } from '../http/api';

/** What admins do with the panel's users. */
@Injectable({ providedIn: 'root' })
export class UsersApi {
  private readonly api = inject(Api);

  invite(user: CreateUserDto): Promise<CreatedUserDto> {
    return this.api.post('/api/users', user);
  }

  /** Another link to choose a password; an older one counts no more. */
  inviteAgain(id: string): Promise<InvitedUserDto> {
    return this.api.post(apiPath`/api/users/${id}/invite`);
  }

  change(id: string, changes: PatchUserDto): Promise<UserDto> {
    return this.api.patch(apiPath`/api/users/${id}`, changes);
  }

  /** @param keys what becomes of the API keys that the user made */
  disable(id: string, keys: KeysOfLeaver): Promise<UserDto> {
    return this.api.patch(apiPath`/api/users/${id}`, { is_active: false }, { query: { keys } });
  }

  /** @param keys what becomes of the API keys that the user made */
  remove(id: string, keys: KeysOfLeaver): Promise<void> {
    return this.api.remove(apiPath`/api/users/${id}`, { keys });
  }

  endSessions(id: string): Promise<void> {
    return this.api.delete(apiPath`/api/users/${id}/sessions`);
  }

  removeSecondFactor(id: string): Promise<void> {
    return this.api.delete(apiPath`/api/users/${id}/totp`);
  }

  /** The API keys that are for a user. */
  async listKeysOf(id: string): Promise<ApiKeyDto[]> {
    const keys = await this.api.get<ApiKeyDto[]>('/api/settings/keys');
    return keys.filter(({ owner }) => owner?.id === id);
  }

  /** How many open conversations somebody looks after. */
  async countConversations(assigned_to: string): Promise<number> {
    const query = { assigned_to, status: 'open,needs_human,human', limit: 1 };
    return (await this.api.get<PageDto<unknown>>('/api/conversations', query)).total;
  }

  search(query: string): Promise<PageDto<UserDto>> {
    return this.api.get('/api/users', { search: query, limit: 5 });
  }
}
