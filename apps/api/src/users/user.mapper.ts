import type { MeDto, NotificationSettingsDto, UserDto } from '@groupless/shared-dto';
import type { User } from './user.entity';

export function toUserDto(user: User): UserDto {
  const { id, email, name, role, is_active, last_seen_at, created_at, updated_at } = user;
  return {
    id,
    email,
    name,
    role,
    is_active,
    totp_enabled: user.totp_secret !== null,
    invited: user.password_hash === null,
    last_seen_at: last_seen_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function toMeDto(user: User): MeDto {
  const { locale, time_zone, theme, density, formats, is_away } = user;
  return { ...toUserDto(user), locale, time_zone, theme, density, formats, is_away };
}

export function toNotificationSettingsDto(user: User): NotificationSettingsDto {
  const {
    notify_desktop: desktop,
    notify_sound: sound,
    notify_mail: mail,
    notify_push: push,
    push_names,
  } = user;
  return { desktop, sound, mail, push, push_names };
}
