import { inject, Injectable } from '@angular/core';
import type { LoginDto, MeDto, SignedInDto, UpdateMeDto, UserDto } from '@groupless/shared-dto';
import { Api } from '../http/api';

/** The part of `/api/auth` that begins, keeps and ends a session. */
@Injectable({ providedIn: 'root' })
export class SessionApi {
  private readonly api = inject(Api);

  logIn(credentials: LoginDto): Promise<SignedInDto> {
    return this.api.post('/api/auth/login', credentials);
  }

  refresh(): Promise<SignedInDto> {
    return this.api.post('/api/auth/refresh');
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

  updateMe(changes: UpdateMeDto): Promise<MeDto> {
    return this.api.patch('/api/auth/me', changes);
  }
}
