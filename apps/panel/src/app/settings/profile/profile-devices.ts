import { Component, computed, inject, input, model, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { PushDeviceDto, PushDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { isProblem } from '../../http/problem';
import { Serial } from '../../http/serial';
import { PanelWorker } from '../../layout/worker/panel-worker';
import { keep, readKept } from '../../storage/kept';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Toasts } from '../../ui/toasts/toasts';
import { obstacleToPush } from './obstacle-to-push';
import { ProfileApi } from './profile-api';

/** Which of the devices this browser is. */
const OWN_KEY = 'groupless.push_device';

/** The devices that are told also while no panel is open: this one by a switch, the others to be removed. */
@Component({
  selector: 'app-profile-devices',
  imports: [ErrorPanel, RelativeTime, TranslocoPipe],
  templateUrl: './profile-devices.html',
  styleUrl: './profile-devices.css',
})
export class ProfileDevices {
  readonly permission = model.required<NotificationPermission | 'missing'>();
  readonly isNothingChosen = input.required<boolean>();
  private readonly api = inject(ProfileApi);
  private readonly worker = inject(PanelWorker);
  private readonly toasts = inject(Toasts);
  private readonly switching = new Serial();
  protected readonly pushed = query<PushDto>(() => '/api/auth/push');
  protected readonly obstacle = signal(obstacleToPush()).asReadonly();
  protected readonly own = signal(readKept(OWN_KEY));
  protected readonly isOn = computed(
    () =>
      this.permission() === 'granted' &&
      (this.pushed.value()?.devices.some(({ id }) => id === this.own()) ?? false),
  );

  protected async switchTo({ target }: Event): Promise<void> {
    const box = target as HTMLInputElement;
    const { checked: isWanted } = box;
    await this.switching.run(async () => {
      if (isWanted) await this.add();
      else await this.remove(this.pushed.value()?.devices.find(({ id }) => id === this.own()));
    });
    // What did not come about is not shown as if it had.
    box.checked = this.isOn();
  }

  private async add(): Promise<void> {
    this.permission.set(await Notification.requestPermission());
    const known = this.pushed.value();
    if (known === null || this.permission() !== 'granted') return;
    try {
      const { endpoint, keys } = (await this.worker.subscribe(known.public_key)).toJSON();
      const added = await this.api.addDevice({
        endpoint: endpoint ?? '',
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
      });
      keep(OWN_KEY, added.id);
      this.own.set(added.id);
      this.pushed.update(({ devices, ...rest }) => ({
        ...rest,
        devices: [added, ...devices.filter(({ id }) => id !== added.id)],
      }));
    } catch (error) {
      if (isProblem(error)) this.toasts.failed('profile.device_not_added', error);
      // The browser's own push service, which says no more.
      else this.toasts.remark('profile.device_refused');
    }
  }

  /** Gone at once; back if it could not be removed. */
  protected async remove(removed: PushDeviceDto | undefined): Promise<void> {
    if (removed === undefined) return;
    const without = (all: PushDeviceDto[]) => all.filter(({ id }) => id !== removed.id);
    this.pushed.update((before) => ({ ...before, devices: without(before.devices) }));
    try {
      await this.api.removeDevice(removed.id);
      if (removed.id === this.own()) await this.worker.unsubscribe();
    } catch (error) {
      this.pushed.update((before) => ({ ...before, devices: [removed, ...without(before.devices)] }));
      this.toasts.failed('profile.device_not_removed', error);
    }
  }
}
