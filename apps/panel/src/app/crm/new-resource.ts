import { inject, Injectable } from '@angular/core';
import { foldName } from '@groupless/shared-dto';
import type { Query } from '../http/api';
import { isProblem } from '../http/problem';
import { Formats } from '../i18n/formats';
import { Confirm } from '../ui/dialogs/confirm';

/** Asks before something is booked on a resource that the settings do not have: it may be misspelt, or has left. */
@Injectable({ providedIn: 'root' })
export class NewResource {
  private readonly confirm = inject(Confirm);
  private readonly formats = inject(Formats);
  /** Those of which the user said yes: the times of a series are tried before they are booked. */
  private readonly confirmed = new Set<string>();

  /**
   * @param send is given what the request says beside its body
   * @throws Problem `unknown_resource` if the user says no
   */
  async ask<Answer>(resource: string | undefined, send: (query: Query) => Promise<Answer>): Promise<Answer> {
    if (resource === undefined) return send({});
    const name = resource;
    if (this.confirmed.has(foldName(name))) return send({ new_resource: true });
    try {
      return await send({});
    } catch (error) {
      if (!isProblem(error, 'unknown_resource') || !(await this.isSure(name, error.answer.allowed)))
        throw error;
      this.confirmed.add(foldName(name));
      return send({ new_resource: true });
    }
  }

  private isSure(name: string, allowed: readonly string[] = []): Promise<boolean> {
    const text = 'crm.new_resource';
    const params = { name, names: this.formats.list(allowed) };
    return this.confirm.ask({
      title: `${text}.title`,
      text: `${text}.text`,
      action: `${text}.action`,
      params,
    });
  }
}
