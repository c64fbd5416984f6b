import {
  afterNextRender,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
} from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { form, FormRoot, submit } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto } from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import type { Versioned } from '../../http/api';
import { isProblem } from '../../http/problem';
import { sendOver } from '../../http/send-over';
import { Confirm } from '../../ui/dialogs/confirm';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { holdsUnsaved } from '../../session/unsaved';
import { FormError } from '../../ui/forms/field';
import { changesOf } from '../../ui/forms/changes-of';
import { sending } from '../../ui/forms/form-submission';
import { SaveButtons } from '../../ui/forms/save-buttons';
import { ClientConflict } from './client-conflict';
import { ClientFields } from '../client-fields';
import { clientOf, clientRules, differences, modelOf, type ClientModel } from '../client-model';
import { ClientsApi } from '../clients-api';
import { DuplicateNotice } from '../duplicates/duplicate-notice';
import { similarClients } from '../duplicates/similar-clients';

/** Changes a client. What somebody else changed meanwhile is never overwritten unasked. */
@Component({
  selector: 'app-client-edit',
  imports: [ClientConflict, ClientFields, DuplicateNotice, FormError, FormRoot, SaveButtons, TranslocoPipe],
  templateUrl: './client-edit.html',
  styleUrl: './client-edit.css',
})
export class ClientEdit {
  /** As it was read, with its version. */
  readonly stored = input.required<Versioned<ClientDto>>();
  private readonly whenSaved = new Subject<Versioned<ClientDto>>();
  readonly saved = outputFromObservable(this.whenSaved);
  readonly cancelled = output();

  private readonly api = inject(ClientsApi);
  private readonly confirm = inject(Confirm);
  /** A computed value, since a function would count as changed whenever what it reads is. */
  private readonly id = computed(() => this.stored().row.id);
  /**
   * What the changes are about: as it was when editing began, whatever comes in meanwhile. Row and version are one value:
   * each alone would be taken when it is first read, which for the version is when it is saved.
   */
  private readonly begun = linkedSignal({
    source: this.id,
    computation: () => untracked(this.stored),
  });
  protected readonly base = computed(() => this.begun().row);
  private readonly model = linkedSignal<ClientModel>(() => modelOf(this.base()));
  private allowsDuplicate = false;

  protected readonly form = form(this.model, clientRules, {
    submission: sending((client: ClientModel) => this.save(client)),
  });
  private readonly changes = computed(() => changesIn(this.model(), this.base()));
  /** Only a version newer than the first can be somebody else's. */
  private readonly contact = computed(
    () => ({
      phone: this.changes().phone ?? '',
      email: this.changes().email ?? '',
      ownId: this.base().id,
    }),
    { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );
  protected readonly similar = similarClients(this.contact);
  protected readonly refused = computed(() => {
    const refusal = this.refusal();
    // Of another phone or email nobody has been warned.
    return refusal?.contact === this.contact() ? refusal.clients : [];
  });
  private readonly refusal = signal<{ contact: object; clients: readonly ClientDto[] } | null>(null);
  /** The version that somebody else stored. */
  protected readonly conflict = linkedSignal<string, Versioned<ClientDto> | null>({
    source: this.id,
    computation: () => null,
  });
  readonly isChanged = computed(() => Object.keys(this.changes()).length > 0);

  constructor() {
    holdsUnsaved(this.isChanged);
    const group = 'keys.general';
    inject(Shortcuts).register([
      { keys: 'escape', label: 'keys.close', group, whileTyping: true, run: () => void this.cancel() },
      {
        keys: 'mod+enter',
        label: 'clients.save',
        group,
        whileTyping: true,
        run: () => void submit(this.form),
      },
    ]);
    afterNextRender(() => this.form.name().focusBoundControl());
  }

  protected async cancel(): Promise<void> {
    if (!this.isChanged() || (await this.confirm.askToLeave())) this.cancelled.emit();
  }

  protected async saveAllTheSame(): Promise<void> {
    this.allowsDuplicate = true;
    await submit(this.form);
    this.allowsDuplicate = false;
  }

  /** Keeps the other person's version and drops the local changes. */
  protected takeTheirs(theirs: Versioned<ClientDto>): void {
    this.whenSaved.next(theirs);
  }

  /** Only the fields that were changed here are written over theirs. */
  protected async overwrite({ etag }: Versioned<ClientDto>): Promise<void> {
    this.begun.update((before) => ({ ...before, etag }));
    this.conflict.set(null);
    await submit(this.form);
  }

  private async save(model: ClientModel): Promise<void> {
    const client = this.base();
    const changes = changesIn(model, client);
    this.refusal.set(null);
    const contact = this.contact();
    if (Object.keys(changes).length === 0) {
      this.cancelled.emit();
      return;
    }
    const sent = this.allowsDuplicate ? { ...changes, allow_duplicate: true } : changes;
    try {
      const { stored, theirs } = await sendOver(this.begun(), {
        send: ({ etag }) => this.api.patch(client.id, sent, etag),
        read: () => this.api.getVersioned(client.id),
        // Fields that are not edited here, such as the last activity, need no question.
        isFree: (row) => differences(client, row).length === 0,
      });
      if (theirs === undefined) this.whenSaved.next(stored);
      else if (this.id() === client.id) this.conflict.set(theirs);
    } catch (error) {
      if (!isProblem(error, 'duplicate_client')) throw error;
      const others = await this.api.getSome(error.answer.client_ids ?? []);
      if (others.length === 0) throw error;
      this.refusal.set({ contact, clients: others });
    }
  }
}

function changesIn(model: ClientModel, stored: ClientDto) {
  return changesOf(clientOf(model), clientOf(modelOf(stored)));
}
