import { TestBed } from '@angular/core/testing';
import { Problem } from '../../http/problem';
import { Toasts } from '../../layout/toasts/toasts';
import { ClientBatch } from './client-batch';
import { ClientsApi } from '../clients-api';
import { aClient } from '../testing/clients-on-stage';

const clients = (count: number) => Array.from({ length: count }, (_, index) => aClient({ id: `c${index}` }));

function start(patch: (id: string) => Promise<unknown>) {
  TestBed.configureTestingModule({ providers: [{ provide: ClientsApi, useValue: { patch } }] });
  return { batch: TestBed.inject(ClientBatch), shown: TestBed.inject(Toasts).shown };
}

describe('changes of many clients', () => {
  it('are four at a time', async () => {
    let running = 0;
    let most = 0;
    const { batch } = start(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
    });
    await batch.setStatus(clients(20), 'archived');

    expect(most).toBe(4);
    expect(batch.progress()).toBeNull();
  });

  it('wait for a server that is busy, and try again', async () => {
    let tries = 0;
    const { batch, shown } = start(() =>
      ++tries === 1
        ? Promise.reject(new Problem(503, { code: 'database_unavailable' }, 0))
        : Promise.resolve(),
    );
    await batch.setStatus(clients(1), 'archived');

    expect(tries).toBe(2);
    expect(shown().map(({ tone }) => tone)).toEqual(['plain']);
  });

  it('say how many failed, and undo the others alone', async () => {
    const changed: string[] = [];
    const { batch, shown } = start((id) => {
      changed.push(id);
      return id === 'c1' ? Promise.reject(new Problem(409, { code: 'duplicate_client' })) : Promise.resolve();
    });
    await batch.setStatus(clients(3), 'archived');
    expect(shown().map(({ params }) => params['count'])).toEqual([1, 2]);
    changed.length = 0;
    shown()[1]?.action?.run();
    await new Promise((resolve) => setTimeout(resolve, 5));

    expect(changed).toEqual(['c0', 'c2']);
  });
});
