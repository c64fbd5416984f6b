import { CdkMenu, CdkMenuItem, CdkMenuItemRadio, CdkMenuTrigger } from '@angular/cdk/menu';
import { Location } from '@angular/common';
import {
  afterNextRender,
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  linkedSignal,
  viewChild,
} from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  CLIENT_STATUSES,
  type ClientDto,
  type ClientStatus,
  type PatchClientDto,
} from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import type { Versioned } from '../../http/api';
import { isProblem } from '../../http/problem';
import { versionedQuery } from '../../data/query';
import { Texts } from '../../i18n/texts';
import { Breadcrumb } from '../../layout/navigation/breadcrumb';
import { Drawer } from '../../layout/drawer';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Serial } from '../../http/serial';
import { Toasts } from '../../ui/toasts/toasts';
import { urlState } from '../../layout/url-state';
import { Session } from '../../session/session';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { RecordState } from '../../ui/record-state';
import { StatusChip } from '../../ui/status-chip';
import { TabLinks } from '../../ui/lists/tab-links';
import { ClientEdit } from './client-edit';
import { ClientOverview } from './client-overview';
import { ClientTab } from './client-tab';
import { ClientRemoval } from '../client-removal';
import { ClientsApi } from '../clients-api';
import { ClientErasing } from '../person/client-erasing';
import { ClientHandover } from '../person/client-handover';

const TABS = ['', 'timeline', 'appointments', 'conversations', 'mails', 'history'];

/** One client, beside the list. */
@Component({
  selector: 'app-client-drawer',
  imports: [
    Avatar,
    CdkMenu,
    CdkMenuItem,
    CdkMenuItemRadio,
    CdkMenuTrigger,
    ClientEdit,
    ClientOverview,
    ClientTab,
    Drawer,
    Icon,
    IconButton,
    RecordState,
    StatusChip,
    TabLinks,
    TranslocoPipe,
  ],
  templateUrl: './client-drawer.html',
  styleUrl: './client-drawer.css',
})
export class ClientDrawer {
  readonly id = input.required<string>();

  private readonly api = inject(ClientsApi);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly location = inject(Location);
  private readonly toasts = inject(Toasts);
  private readonly texts = inject(Texts);
  private readonly removal = inject(ClientRemoval);
  private readonly handover = inject(ClientHandover);
  private readonly erasing = inject(ClientErasing);
  private readonly dialogs = inject(Dialogs);
  private readonly edit = viewChild<ClientEdit>('edit');
  private readonly editButton = viewChild<unknown, ElementRef<HTMLElement>>('editButton', {
    read: ElementRef,
  });
  private readonly injector = inject(Injector);
  private readonly changes = new Serial();
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly mayErase = inject(Session).isAdmin;
  protected readonly statuses = CLIENT_STATUSES;

  protected readonly read = versionedQuery<ClientDto>(() => apiPath`/api/clients/${this.id()}`);
  protected readonly stored = this.read.value;
  protected readonly client = computed(() => this.stored()?.row ?? null);
  protected readonly isGone = computed(() => {
    const problem = this.read.problem();
    return isProblem(problem, 'not_found') || isProblem(problem, 'erased');
  });

  private readonly askedTab = urlState('tab');
  /** At once where the list was asked to. */
  private readonly wantsEditing = linkedSignal({
    source: this.id,
    computation: () => {
      const state = this.location.getState() as { edit?: boolean } | null;
      // Once: a reload, and coming Back, show the client.
      if (state?.edit === true)
        this.location.replaceState(this.location.path(), '', { ...state, edit: false });
      return state?.edit === true;
    },
  });
  /** Somebody else may delete the client while something is typed here. */
  protected readonly isEdited = computed(() => this.edit()?.isChanged() ?? false);
  protected readonly isEditing = computed(() => this.wantsEditing() && this.mayWrite());
  protected readonly tab = computed(() => {
    const asked = this.askedTab.value();
    return !this.isEditing() && TABS.includes(asked) ? asked : '';
  });
  protected readonly tabs = computed(() =>
    TABS.map((value) => ({ value, label: this.texts.of(`clients.tabs.${value || 'overview'}`) })),
  );

  constructor() {
    this.nameInBreadcrumb();
    inject(Shortcuts).register([
      { keys: 'e', label: 'clients.edit', group: 'keys.general', run: () => this.startEditing() },
      { keys: 'b', label: 'crm.book', group: 'keys.general', run: () => this.book() },
    ]);
  }

  protected startEditing(): void {
    if (this.mayWrite() && this.client() !== null) this.wantsEditing.set(true);
  }

  protected book(): void {
    const client = this.client();
    if (client === null || !this.mayWrite() || this.isEditing()) return;
    const { id, name } = client;
    void import('./book-client').then(({ bookClient }) => bookClient({ id, name }, this.injector));
  }

  /** The focus goes back to where editing began. */
  protected stopEditing(): void {
    this.wantsEditing.set(false);
    afterNextRender(() => this.editButton()?.nativeElement.focus(), { injector: this.injector });
  }

  protected onSaved(saved: Versioned<ClientDto>): void {
    this.read.take(saved);
    this.stopEditing();
  }

  /** Shown at once; back if it could not be changed. */
  protected async setStatus(status: ClientStatus): Promise<void> {
    const before = this.stored();
    if (before === null || before.row.status === status) return;
    this.read.take({ ...before, row: { ...before.row, status } });
    try {
      // Each with the version that the one before left.
      await this.changes.run(async () => {
        const { etag = before.etag } = this.client()?.id === before.row.id ? (this.stored() ?? {}) : {};
        this.read.take(await this.api.patch(before.row.id, { status }, etag));
      });
      if (status === 'archived') this.offerUndo(before.row);
    } catch (error) {
      this.toasts.failed('clients.not_changed', error, { params: { name: before.row.name } });
      if (this.client()?.id !== before.row.id) return;
      // What came in meanwhile stays.
      this.read.update(({ row, etag }) => ({ etag, row: { ...row, status: before.row.status } }));
      await this.read.reload();
    }
  }

  /** Makes a contact that is also another client's this one's own: from then on both are found by it. */
  protected async giveShared(kind: 'phone' | 'email'): Promise<void> {
    const before = this.stored();
    if (before === null) return;
    const { id, name } = before.row;
    try {
      this.read.take(await this.api.patch(id, ownContact(before.row, kind), before.etag));
      this.toasts.show(`clients.given_${kind}`, { params: { name } });
    } catch (error) {
      this.toasts.failed('clients.not_changed', error, { params: { name } });
      await this.read.reload();
    }
  }

  protected merge(client: ClientDto): void {
    const load = () => import('../duplicates/merge-client').then(({ MergeClient }) => MergeClient);
    void this.dialogs.load(load, { data: client, injector: this.injector });
  }

  protected async remove(client: ClientDto): Promise<void> {
    // The offer stays on the page when another client is opened.
    const isRemoved = await this.removal.ask(client, () => void this.archive(client));
    if (isRemoved) this.close();
  }

  protected handOver(client: ClientDto): void {
    void this.handover.ask(client);
  }

  protected async erase(client: ClientDto): Promise<void> {
    if (await this.erasing.ask(client)) this.close();
  }

  /** The filters and the sort of the list stay. */
  protected close(): void {
    void this.router.navigate(['..'], {
      relativeTo: this.route,
      queryParams: { tab: null },
      queryParamsHandling: 'merge',
    });
  }

  private async archive(client: ClientDto): Promise<void> {
    try {
      this.read.take(await this.api.patch(client.id, { status: 'archived' }, null));
      this.offerUndo(client);
    } catch (error) {
      this.toasts.failed('clients.not_changed', error, { params: { name: client.name } });
    }
  }

  private offerUndo({ id, name, status }: ClientDto): void {
    const undo = () =>
      this.api.patch(id, { status }, null).then(
        (undone) => this.read.take(undone),
        (error: unknown) => this.toasts.failed('clients.not_changed', error, { params: { name } }),
      );
    this.toasts.undoable('clients.archived_one', () => void undo(), { name });
  }

  private nameInBreadcrumb(): void {
    const breadcrumb = inject(Breadcrumb);
    effect(() => breadcrumb.nameRecord(this.client()?.name ?? null));
    inject(DestroyRef).onDestroy(() => breadcrumb.nameRecord(null));
  }
}

/** A further number goes behind those that the client has; an email takes the only place there is. */
function ownContact(client: ClientDto, kind: 'phone' | 'email'): PatchClientDto {
  const { phone, other_phones, shared_phone, shared_email } = client;
  const own =
    kind === 'email'
      ? { email: shared_email }
      : phone === null
        ? { phone: shared_phone }
        : { other_phones: [...other_phones, { phone: shared_phone ?? '', label: '' }] };
  return { ...own, allow_duplicate: true };
}
