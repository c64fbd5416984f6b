import { TestBed } from '@angular/core/testing';
import type { ChangeClientsDto, ClientChangesDto } from '@groupless/shared-dto';
import { Problem } from '../../http/problem';
import { Toasts } from '../../ui/toasts/toasts';
import { ClientBatch } from './client-batch';
import { ClientsApi } from '../clients-api';
import { aClient } from '../testing/clients-on-stage';

const clients = (count: number) => Array.from({ length: count }, (_, index) => aClient({ id: `c${index}` }));
const answerOf = (changed: string[]) => ({
  changed,
  versions: changed.map((id) => ({ id, version: 7 })),
  coming_appointments: 0,
});
const allOf = ({ ids }: ChangeClientsDto): ClientChangesDto => ({ ...answerOf(ids), failed: [] });

function start(answer: (change: ChangeClientsDto) => ClientChangesDto = allOf) {
  const sent: ChangeClientsDto[] = [];
  const change = (asked: ChangeClientsDto) => {
    sent.push(asked);
    return new Promise((resolve) => resolve(answer(asked)));
  };
  TestBed.configureTestingModule({ providers: [{ provide: ClientsApi, useValue: { change } }] });
  const { shown } = TestBed.inject(Toasts);
  const undo = async () => {
    sent.length = 0;
    shown().at(-1)?.action?.run();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { batch: TestBed.inject(ClientBatch), sent, shown, undo };
}

describe('changes of many clients', () => {
  it('are 50 requests for 10,000', async () => {
    const { batch, sent, shown } = start();
    await batch.setStatus(clients(10_000), 'archived');

    expect(sent.map(({ ids }) => ids.length)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(sent.flatMap(({ ids }) => ids)).size).toBe(10_000);
    expect(shown().map(({ params }) => params['count'])).toEqual([10_000]);
    expect(batch.progress()).toBeNull();
  });

  it('wait for a server that is busy, and try again', async () => {
    let tries = 0;
    const { batch, shown } = start((change) => {
      if (++tries === 1) throw new Problem(503, { code: 'database_unavailable' }, 0);
      return allOf(change);
    });
    await batch.setStatus(clients(1), 'archived');

    expect(tries).toBe(2);
    expect(shown().map(({ tone }) => tone)).toEqual(['plain']);
  });

  it('say how many failed, and undo the others alone', async () => {
    const detail = 'There is no such client.';
    const { batch, sent, shown, undo } = start(({ ids }) => ({
      ...answerOf(ids.filter((id) => id !== 'c1')),
      failed: ids.filter((id) => id === 'c1').map((id) => ({ id, code: 'not_found', detail })),
    }));
    await batch.setStatus(clients(3), 'archived');
    expect(shown().map(({ params }) => [params['count'], params['cause']])).toEqual([
      [1, detail],
      [2, undefined],
    ]);
    await undo();

    const versions = ['c0', 'c2'].map((id) => ({ id, version: 7 }));
    expect(sent).toEqual([{ ids: ['c0', 'c2'], status: 'active', versions }]);
  });

  it('go on after a request that failed, and count its clients as failed', async () => {
    const { batch, shown } = start((change) => {
      if (change.ids.includes('c0')) throw new Problem(500, { code: 'internal_error' });
      return allOf(change);
    });
    await batch.setStatus(clients(250), 'archived');

    expect(shown().map(({ params }) => params['count'])).toEqual([200, 50]);
  });

  it('of tags give each client back what it had', async () => {
    const { batch, sent, undo } = start();
    const rows = [
      aClient({ id: 'c0', tags: ['vip', 'old'] }),
      aClient({ id: 'c1', tags: [] }),
      aClient({ id: 'c2', tags: [] }),
    ];
    await batch.retag(rows, { add: ['vip'], remove: ['old'] });
    expect(sent).toEqual([{ ids: ['c0', 'c1', 'c2'], add_tags: ['vip'], remove_tags: ['old'] }]);
    await undo();

    expect(sent).toEqual([
      { ids: ['c0'], add_tags: ['old'], remove_tags: [], versions: [{ id: 'c0', version: 7 }] },
      {
        ...{ ids: ['c1', 'c2'], add_tags: [], remove_tags: ['vip'] },
        versions: ['c1', 'c2'].map((id) => ({ id, version: 7 })),
      },
    ]);
  });
});
