import type { BookingPageDto, ReplaceBookingPageDto } from '@groupless/shared-dto';

/** The settings of the booking page as they are typed. */
export type BookingPageForm = Omit<
  ReplaceBookingPageDto,
  | (
      | 'services'
      | 'resources'
      | 'service_ids'
      | 'resource_ids'
      | 'privacy_url'
      | 'privacy_version'
      | 'frame_hosts'
    )
  | ('confirm_contact' | 'waiting_list' | 'hold_minutes' | 'has_logo' | 'url')
> & {
  confirm_contact: boolean;
  waiting_list: boolean;
  hold_minutes: number;
  service_ids: string[];
  resource_ids: string[];
  /** Empty: there is no link. */
  privacy_url: string;
  privacy_version: string;
  /** By comma. */
  frame_hosts: string;
};

export const EMPTY_PAGE: BookingPageForm = {
  enabled: false,
  slug: '',
  title: '',
  text: '',
  service_ids: [],
  resource_ids: [],
  choose_resource: true,
  horizon_days: 60,
  notice_minutes: 120,
  open_per_visitor: 3,
  confirm: false,
  confirm_contact: true,
  ask: { phone: 'required', email: 'optional' },
  questions: [],
  privacy_url: '',
  privacy_version: '',
  accent: '#4758d4',
  frame_hosts: '',
  waiting_list: false,
  hold_minutes: 30,
};

export function pageFormOf(page: BookingPageDto): BookingPageForm {
  const { services: _, resources: __, has_logo: ___, url: ____, ...fields } = page;
  return {
    ...fields,
    privacy_url: page.privacy_url ?? '',
    frame_hosts: page.frame_hosts.join(', '),
  };
}

export function pageOf(form: BookingPageForm): ReplaceBookingPageDto {
  const hosts = form.frame_hosts.split(',').map((part) => part.trim());
  const address = form.privacy_url.trim();
  return {
    ...form,
    slug: form.slug.trim(),
    privacy_url: address === '' ? null : address,
    privacy_version: form.privacy_version.trim(),
    frame_hosts: [...new Set(hosts.filter((part) => part !== ''))],
  };
}
