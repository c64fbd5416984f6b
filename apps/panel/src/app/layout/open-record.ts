import { inject, type Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, NavigationEnd, Router } from '@angular/router';
import { filter, map } from 'rxjs';
import { Shortcuts } from '../ui/keys/shortcuts';
import { Session } from '../session/session';

/** Records of a list that open beside it, in an injection context. */
export interface OpenRecord {
  /** What the address says is open; null for nothing, and for a new record. */
  id: Signal<string | null>;
  /** Whether a drawer stands beside the list. */
  isOpen: Signal<boolean>;
  open(id: string | number): void;
  /** `id`, also before a navigation that is under way has ended. */
  idInAddress(): string | null;
}

interface Options {
  /** The name of the parameter in the child route. */
  param?: string;
  /** Text of the key that opens a new record, for who may write. */
  make?: string;
}

export function openRecord({ param = 'id', make }: Options = {}): OpenRecord {
  const router = inject(Router);
  const route = inject(ActivatedRoute);
  const idInAddress = () => route.snapshot.firstChild?.paramMap.get(param) ?? null;
  const moves = router.events.pipe(filter((event) => event instanceof NavigationEnd));
  const isOpen = () => route.snapshot.firstChild !== null;
  const open = (id: string | number) =>
    void router.navigate([id], { relativeTo: route, queryParamsHandling: 'preserve' });
  if (make !== undefined && inject(Session).isOperator())
    inject(Shortcuts).register([{ keys: 'n', label: make, group: 'keys.list', run: () => open('new') }]);
  return {
    id: toSignal(moves.pipe(map(idInAddress)), { initialValue: idInAddress() }),
    isOpen: toSignal(moves.pipe(map(isOpen)), { initialValue: isOpen() }),
    open,
    idInAddress,
  };
}
