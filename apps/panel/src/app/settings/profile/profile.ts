import { Component } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { PageHeader } from '../../layout/page-header';
import { ProfileDetails } from './profile-details';
import { ProfileNotifications } from './profile-notifications';
import { ProfileOffline } from './profile-offline';
import { ProfilePassword } from './profile-password';
import { ProfileSessions } from './profile-sessions';
import { ProfileTotp } from './profile-totp';

/** The own account. */
@Component({
  selector: 'app-profile',
  imports: [
    PageHeader,
    ProfileDetails,
    ProfileNotifications,
    ProfileOffline,
    ProfilePassword,
    ProfileSessions,
    ProfileTotp,
    TranslocoPipe,
  ],
  template: `
    <div class="page">
      <app-page-header [heading]="'settings.profile' | transloco" />
      <app-profile-details />
      <app-profile-notifications />
      <app-profile-offline />
      <app-profile-password />
      <app-profile-totp />
      <app-profile-sessions />
    </div>
  `,
  styles: `
    .page {
      display: flex;
      flex-direction: column;
      gap: 16px;
      max-width: 760px;
      padding: 24px;
    }

    app-page-header {
      margin-bottom: 0;
    }

    @media (max-width: 767px) {
      .page {
        padding: 16px;
      }
    }
  `,
})
export class Profile {}
