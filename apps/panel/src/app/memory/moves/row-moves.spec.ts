import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Component } from '@angular/core';
import { LIMITS, type MovedRowsDto } from '@groupless/shared-dto';
import { pause } from '../../../testing/memory';
import { render } from '../../../testing/render';
import { Toasts } from '../../ui/toasts/toasts';
import { RowMoves } from './row-moves';

@Component({ template: '' })
class Nothing {}

const PATH = '/api/memory/move';
const SHOP = { id: 3, name: 'shop' };
const answerOf = (moved: Partial<MovedRowsDto['moved']>, left = 0, same = 0): MovedRowsDto => ({
  moved: { state: [], task: [], decision: [], session: [], ...moved },
  left,
  same,
});

describe('rows that are given to a project', () => {
  let http: HttpTestingController;
  beforeEach(async () => {
    await render(Nothing);
    http = TestBed.inject(HttpTestingController);
  });
  afterEach(() => http.verify());

  const toasts = () => TestBed.inject(Toasts).shown();
  const give = (ids: number[]) => TestBed.inject(RowMoves).give('session', ids, SHOP);
  const answer = (body: object, options = {}) => {
    const sent = http.expectOne({ method: 'POST', url: PATH });
    sent.flush(body, options);
    return sent.request.body as Record<string, unknown>;
  };

  it('are taken back with what moved along with them', async () => {
    const given = give([7, 8]);
    expect(answer(answerOf({ session: [7, 8], decision: [70] }))).toEqual({
      from: null,
      to: 3,
      session: [7, 8],
    });
    expect(await given).toEqual([7, 8]);
    expect(toasts()).toMatchObject([{ text: 'memory.move.done', params: { name: 'shop', count: 2 } }]);
    toasts()[0]?.action?.run();
    await pause();
    expect(answer(answerOf({ session: [7, 8], decision: [70] }))).toEqual({
      from: 3,
      to: null,
      session: [7, 8],
      decision: [70],
    });
    await pause();
    expect(toasts().map(({ text }) => text)).toContain('memory.move.taken_back');
  });

  it('are named by how many stay, and why', async () => {
    const given = give([7, 8, 9]);
    answer(answerOf({}, 3, 2));
    expect(await given).toEqual([]);
    expect(toasts().map(({ text, params }) => [text, params['count']])).toEqual([
      ['memory.move.left.same', 2],
      ['memory.move.left.elsewhere', 1],
    ]);
  });

  it('go in parts, and those that went before a fault are told and can be taken back', async () => {
    const ids = Array.from({ length: LIMITS.moved_rows + 1 }, (_, index) => index + 1);
    const given = give(ids);
    const first = answer(answerOf({ session: ids.slice(0, -1) }));
    expect((first['session'] as number[]).length).toBe(LIMITS.moved_rows);
    await pause();
    answer({ code: 'not_found', detail: 'Gone.' }, { status: 404, statusText: '' });
    expect(await given).toHaveLength(LIMITS.moved_rows);
    expect(toasts().map(({ text }) => text)).toEqual(['memory.move.failed', 'memory.move.done']);
  });
});
