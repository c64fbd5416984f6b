import { Component, inject, signal } from '@angular/core';
import { form, FormField, FormRoot, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type TotpProofDto, type TotpSetupDto } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { Me } from '../../session/me';
import { Session } from '../../session/session';
import { holdsUnsaved } from '../../session/unsaved';
import { CopyButton } from '../../ui/copy/copy-button';
import { Field, FormError } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ProfileApi } from './profile-api';
import { QrCode } from '../../ui/qr-code';

type Step = 'overview' | 'set_up' | 'codes' | 'disable';

/** The second factor: set up with an authenticator app, ended with password and code. */
@Component({
  selector: 'app-profile-totp',
  imports: [CopyButton, Field, FormError, FormField, FormRoot, QrCode, TranslocoPipe],
  templateUrl: './profile-totp.html',
  styleUrls: ['./section.css', './profile-totp.css'],
})
export class ProfileTotp {
  private readonly api = inject(ProfileApi);
  private readonly session = inject(Session);
  private readonly me = inject(Me);
  private readonly toasts = inject(Toasts);
  private readonly code = signal({ totp: '' });
  private readonly proof = signal<TotpProofDto>({ password: '', totp: '' });

  protected readonly isOn = () => this.session.user()?.totp_enabled ?? false;
  protected readonly step = signal<Step>('overview');
  protected readonly setup = signal<TotpSetupDto | null>(null);
  protected readonly codes = signal<readonly string[]>([]);
  protected readonly count = LIMITS.recovery_codes;
  protected readonly codeForm = form(
    this.code,
    (path) => {
      required(path.totp);
    },
    {
      submission: sending(({ totp }: { totp: string }) => this.enable(totp)),
    },
  );
  protected readonly proofForm = form(
    this.proof,
    (path) => {
      required(path.password);
      required(path.totp);
    },
    { submission: sending((proof: TotpProofDto) => this.disable(proof)) },
  );

  constructor() {
    holdsUnsaved(() => this.step() === 'codes', 'profile.totp_codes_unsaved');
  }

  /** For reading and typing: in groups of four. */
  protected readonly grouped = () =>
    this.setup()
      ?.secret.match(/.{1,4}/g)
      ?.join(' ') ?? '';

  protected async begin(): Promise<void> {
    try {
      this.setup.set(await this.api.setUpTotp());
      this.step.set('set_up');
    } catch (error) {
      this.toasts.failed('profile.totp_failed', error);
    }
  }

  protected cancel(): void {
    this.step.set('overview');
    this.setup.set(null);
    this.code.set({ totp: '' });
    this.codeForm().reset();
    this.proof.set({ password: '', totp: '' });
    this.proofForm().reset();
  }

  protected finish(): void {
    this.codes.set([]);
    this.cancel();
  }

  private async enable(totp: string): Promise<void> {
    const { recovery_codes } = await this.api.enableTotp(totp.replaceAll(' ', ''));
    this.codes.set(recovery_codes);
    this.step.set('codes');
    const user = this.session.user();
    if (user !== null) await this.me.show({ ...user, totp_enabled: true });
  }

  private async disable(proof: TotpProofDto): Promise<void> {
    await this.me.show(await this.api.disableTotp({ ...proof, totp: proof.totp.replaceAll(' ', '') }));
    this.cancel();
    this.toasts.show('profile.totp_disabled');
  }
}
