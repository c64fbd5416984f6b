import { inject, Injectable } from '@angular/core';
import type {
  AddPushDeviceDto,
  AuthSessionDto,
  ChangePasswordDto,
  MeDto,
  NotificationSettingsDto,
  PushDeviceDto,
  TotpEnabledDto,
  TotpProofDto,
  TotpSetupDto,
} from '@groupless/shared-dto';
import { Api } from '../../http/api';

/** The part of `/api/auth` that is about the own account. */
@Injectable({ providedIn: 'root' })
export class ProfileApi {
  private readonly api = inject(Api);

  changePassword(change: ChangePasswordDto): Promise<void> {
    return this.api.post('/api/auth/password', change);
  }

  setNotifications(settings: NotificationSettingsDto): Promise<NotificationSettingsDto> {
    return this.api.put('/api/auth/notifications', settings);
  }

  addDevice(device: AddPushDeviceDto): Promise<PushDeviceDto> {
    return this.api.post('/api/auth/push', device);
  }

  removeDevice(id: PushDeviceDto['id']): Promise<void> {
    return this.api.delete(`/api/auth/push/${id}`);
  }

  setUpTotp(): Promise<TotpSetupDto> {
    return this.api.post('/api/auth/totp/setup');
  }

  enableTotp(totp: string): Promise<TotpEnabledDto> {
    return this.api.post('/api/auth/totp/enable', { totp });
  }

  disableTotp(proof: TotpProofDto): Promise<MeDto> {
    return this.api.post('/api/auth/totp/disable', proof);
  }

  endSession(id: AuthSessionDto['id']): Promise<void> {
    return this.api.delete(`/api/auth/sessions/${id}`);
  }
}
