const EVENT = '[data-appointment]';
const LANE = '.calendar-lane';

/** Lets Tab stop at one appointment alone: the others are reached by arrows. */
export function onlyStop(host: HTMLElement, wanted?: HTMLElement): void {
  const events = [...host.querySelectorAll<HTMLElement>(EVENT)];
  const stop =
    wanted ?? events.find((event) => event.tabIndex === 0 && event.dataset['stop'] === '') ?? events[0];
  for (const event of events) {
    event.tabIndex = event === stop ? 0 : -1;
    event.toggleAttribute('data-stop', event === stop);
  }
}

/**
 * Moves the focus between appointments: up and down within a day or column, left and right to the one that stands
 * nearest in the next with any, Home and End to the first and the last. Answers whether the key was for that.
 */
export function moveBetween(host: HTMLElement, key: string): boolean {
  const focused = document.activeElement?.closest<HTMLElement>(EVENT);
  const lane = focused?.closest(LANE);
  if (!focused || !lane) return false;
  const inLane = eventsOf(lane);
  const at = inLane.indexOf(focused);
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => inLane[at + 1],
    ArrowUp: () => inLane[at - 1],
    Home: () => inLane[0],
    End: () => inLane.at(-1),
    ArrowRight: () => nearest(focused, lanesBeside(host, lane, 1)),
    ArrowLeft: () => nearest(focused, lanesBeside(host, lane, -1)),
  };
  const find = targets[key];
  if (find === undefined) return false;
  find()?.focus();
  return true;
}

function eventsOf(lane: Element): HTMLElement[] {
  return [...lane.querySelectorAll<HTMLElement>(EVENT)]
    .map((event) => ({ event, top: event.getBoundingClientRect().top }))
    .sort((one, other) => one.top - other.top)
    .map(({ event }) => event);
}

function lanesBeside(host: HTMLElement, lane: Element, step: 1 | -1): Element[] {
  const lanes = [...host.querySelectorAll(LANE)];
  const at = lanes.indexOf(lane);
  return step === 1 ? lanes.slice(at + 1) : lanes.slice(0, at).reverse();
}

function nearest(from: HTMLElement, lanes: readonly Element[]): HTMLElement | undefined {
  const { top } = from.getBoundingClientRect();
  const events = lanes.map(eventsOf).find((found) => found.length > 0) ?? [];
  const distance = (event: HTMLElement) => Math.abs(event.getBoundingClientRect().top - top);
  return [...events].sort((one, other) => distance(one) - distance(other))[0];
}
