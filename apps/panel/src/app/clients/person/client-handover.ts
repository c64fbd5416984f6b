import { inject, Injectable } from '@angular/core';
import { CLIENT_DATA_FORMATS, type ClientDto } from '@groupless/shared-dto';
import { Api } from '../../http/api';
import { apiPath } from '../../http/api-path';
import { toProblem } from '../../http/problem';
import { Confirm } from '../../ui/dialogs/confirm';
import { saveFile } from '../../ui/save-file';
import { Toasts } from '../../ui/toasts/toasts';

/** Downloads all that is kept of a client, to hand it over. */
@Injectable({ providedIn: 'root' })
export class ClientHandover {
  private readonly api = inject(Api);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /** Asks for the kind of file first. */
  async ask({ id, name }: ClientDto): Promise<void> {
    const answer = await this.confirm.askWithOption({
      title: 'clients.handover.title',
      text: 'clients.handover.text',
      action: 'clients.handover.action',
      params: { name },
      choices: {
        label: 'clients.handover.format',
        values: CLIENT_DATA_FORMATS.toReversed().map((value) => ({
          value,
          label: `clients.handover.${value}`,
        })),
      },
    });
    if (answer === null) return;
    const format = answer.choice;
    try {
      const type = format === 'html' ? 'text/html' : 'application/json';
      const content = await this.api.download(apiPath`/api/clients/${id}/data`, type, { format });
      // Of two clients of one name, the id says whose it is.
      saveFile(content, `client-data-${id}.${format}`);
    } catch (error) {
      this.toasts.failed('clients.handover.failed', toProblem(error), { params: { name } });
    }
  }
}
