import { inject, Injectable } from '@angular/core';
import {
  type ApiKeyDto,
  type BookingPageDto,
  type BusyCalendarDto,
  type ConversationSettingsDto,
  type CreateApiKeyDto,
  type CreateBusyCalendarDto,
  type CreatedApiKeyDto,
  type CreatedHookDto,
  type CreateHookDto,
  type CreateSavedReplyDto,
  type HookDeliveryDto,
  type HookDto,
  type JobDto,
  type MailPreviewDto,
  type MailSettingsDto,
  type MailTextDto,
  type MailTextInputDto,
  type MemorySettingsDto,
  type PatchBusyCalendarDto,
  type PatchHookDto,
  type ReplaceBookingPageDto,
  type ReplaceMailSettingsDto,
  type PreviewRetentionDto,
  type ReplaceMemorySettingsDto,
  type ReplaceRetentionDto,
  type RetentionDto,
  type RetentionPreviewDto,
  type RotateApiKeyDto,
  type SavedReplyDto,
  type TestedMailDto,
} from '@groupless/shared-dto';
import { Api, type Versioned } from '../http/api';
import { apiPath } from '../http/api-path';
import { HOOKS_PATH } from './shown-hooks';

/** What the screens of the settings write, but for the settings of the chat agent, the accounts and the own profile. */
@Injectable({ providedIn: 'root' })
export class SettingsApi {
  private readonly api = inject(Api);

  createKey(key: CreateApiKeyDto): Promise<CreatedApiKeyDto> {
    return this.api.post('/api/settings/keys', key);
  }

  rotateKey(id: ApiKeyDto['id'], rotation: RotateApiKeyDto): Promise<CreatedApiKeyDto> {
    return this.api.post(apiPath`/api/settings/keys/${id}/rotate`, rotation);
  }

  revokeKey(id: ApiKeyDto['id']): Promise<void> {
    return this.api.delete(apiPath`/api/settings/keys/${id}`);
  }

  createHook(hook: CreateHookDto): Promise<CreatedHookDto> {
    return this.api.post(HOOKS_PATH, hook);
  }

  changeHook(id: string, patch: PatchHookDto): Promise<HookDto> {
    return this.api.patch(`${HOOKS_PATH}/${id}`, patch);
  }

  /** Gives it another secret; for a day the one before signs too. */
  rotateHook(id: string): Promise<CreatedHookDto> {
    return this.api.post(`${HOOKS_PATH}/${id}/rotate`);
  }

  removeHook(id: string): Promise<void> {
    return this.api.remove(`${HOOKS_PATH}/${id}`);
  }

  sendDeliveryAgain(id: string, deliveryId: string): Promise<HookDeliveryDto> {
    return this.api.post(`${HOOKS_PATH}/${id}/deliveries/${deliveryId}/again`);
  }

  /** Resolves with what came of it. */
  testHook(id: string): Promise<HookDeliveryDto> {
    return this.api.post(`${HOOKS_PATH}/${id}/test`);
  }

  addCalendar(calendar: CreateBusyCalendarDto): Promise<BusyCalendarDto> {
    return this.api.post('/api/settings/calendars', calendar);
  }

  changeCalendar(id: string, patch: PatchBusyCalendarDto): Promise<BusyCalendarDto> {
    return this.api.patch(apiPath`/api/settings/calendars/${id}`, patch);
  }

  removeCalendar(id: string): Promise<void> {
    return this.api.delete(apiPath`/api/settings/calendars/${id}`);
  }

  saveReply(reply: CreateSavedReplyDto): Promise<SavedReplyDto> {
    return this.api.post('/api/settings/saved-replies', reply);
  }

  changeReply(id: string, reply: CreateSavedReplyDto): Promise<SavedReplyDto> {
    return this.api.patch(apiPath`/api/settings/saved-replies/${id}`, reply);
  }

  removeReply(id: string): Promise<void> {
    return this.api.delete(apiPath`/api/settings/saved-replies/${id}`);
  }

  replaceMailSettings(
    settings: ReplaceMailSettingsDto,
    etag: string | null,
  ): Promise<Versioned<MailSettingsDto>> {
    return this.api.putVersioned('/api/settings/mail', settings, etag);
  }

  replaceRetention(retention: ReplaceRetentionDto, etag: string | null): Promise<Versioned<RetentionDto>> {
    return this.api.putVersioned('/api/settings/retention', retention, etag);
  }

  /** Counts what would be removed now. */
  previewRetention(retention: PreviewRetentionDto): Promise<RetentionPreviewDto> {
    return this.api.post('/api/settings/retention/preview', retention);
  }

  replaceConversationSettings(
    settings: ConversationSettingsDto,
    etag: string | null,
  ): Promise<Versioned<ConversationSettingsDto>> {
    return this.api.putVersioned('/api/settings/conversations', settings, etag);
  }

  replaceBookingPage(page: ReplaceBookingPageDto, etag: string | null): Promise<Versioned<BookingPageDto>> {
    return this.api.putVersioned('/api/settings/booking-page', page, etag);
  }

  /** A PNG or WebP. */
  storeLogo(logo: Blob): Promise<BookingPageDto> {
    return this.api.put('/api/settings/booking-page/logo', logo);
  }

  removeLogo(): Promise<void> {
    return this.api.delete('/api/settings/booking-page/logo');
  }

  /** @throws Problem `confirmation_required` */
  chooseTurns(settings: ReplaceMemorySettingsDto): Promise<MemorySettingsDto> {
    return this.api.put('/api/settings/memory', settings);
  }

  /** Resolves with what the server said. */
  sendTestMail(to: string): Promise<TestedMailDto> {
    return this.api.post('/api/settings/mail/test', { to });
  }

  /** @param path of one kind in one language */
  setMailText(path: string, text: MailTextInputDto): Promise<MailTextDto> {
    return this.api.put(path, text);
  }

  /** Back to the text of the program. */
  resetMailText(path: string): Promise<void> {
    return this.api.remove(path);
  }

  /** @throws Problem `invalid_request` for unknown placeholders */
  previewMailText(path: string, text: MailTextInputDto): Promise<MailPreviewDto> {
    return this.api.post(`${path}/preview`, text);
  }

  runJob(name: string): Promise<JobDto> {
    return this.api.post(apiPath`/api/settings/jobs/${name}/run`);
  }
}
