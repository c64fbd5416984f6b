import { inject, Injectable } from '@angular/core';
import type { LoginDto, MeDto, PresenceDto, SignedInDto, UpdateMeDto, UserDto } from '@groupless/shared-dto';
import { Api } from '../http/api';

/** What the panel knows after a log-in. */
export interface SignedIn extends SignedInDto {
  /** Where the live events stood: what is read from now on is newer. */
  lastEventId: string | null;
}

/** The part of `/api/auth` that begins, keeps and ends a session. */
@Injectable({ providedIn: 'root' })
export class SessionApi {
  private readonly api = inject(Api);

  logIn(credentials: LoginDto): Promise<SignedIn> {
    return this.signIn('/api/auth/login', credentials);
  }

  refresh(): Promise<SignedIn> {
    return this.signIn('/api/auth/refresh');
  }

  logOut(): Promise<void> {
    return this.api.post('/api/auth/logout');
  }

  logOutEverywhere(): Promise<void> {
    return this.api.post('/api/auth/logout-all');
  }

  acceptInvite(token: string, password: string): Promise<UserDto> {
    return this.api.post('/api/auth/invite', { token, password });
  }

  askForReset(email: string): Promise<void> {
    return this.api.post('/api/auth/forgot', { email });
  }

  resetPassword(token: string, password: string): Promise<void> {
    return this.api.post('/api/auth/reset', { token, password });
  }

  me(): Promise<MeDto> {
    return this.api.get('/api/auth/me');
  }

  setPresence(presence: PresenceDto): Promise<void> {
    return this.api.put('/api/auth/presence', presence);
  }

  updateMe(changes: UpdateMeDto): Promise<MeDto> {
    return this.api.patch('/api/auth/me', changes);
  }

  private async signIn(path: string, body?: LoginDto): Promise<SignedIn> {
    const { answer, headers } = await this.api.postWithHeaders<SignedInDto>(path, body);
    return { ...answer, lastEventId: headers.get('last-event-id') };
  }
}
